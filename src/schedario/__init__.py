"""Schedario: a private document archive that answers with file and page."""

from schedario.version import VERSION

__version__ = VERSION
