"""Tests of the pages in a real browser: a package, so that what they share ends with them."""
