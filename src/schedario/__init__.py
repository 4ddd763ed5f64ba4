"""Schedario: a private document archive that answers with file and page."""

import logging

from schedario.version import VERSION

__version__ = VERSION

# The log is for services, which give it a place; on a terminal the answer says what matters.
logging.getLogger("schedario").addHandler(logging.NullHandler())
