"""The product's version, and the version of the rules by which documents are indexed."""

VERSION = "0.1.0"

RULES_VERSION = 6
"""Raised when extraction, normalisation or chunking would give other chunks for the same bytes."""
