"""Schedario: a private document archive that answers with file and page."""

import logging
import os

from schedario.version import VERSION

__version__ = VERSION

# The log is for services, which give it a place; on a terminal the answer says what matters.
logging.getLogger("schedario").addHandler(logging.NullHandler())

# numpy's products here are small. With more threads OpenBLAS lets the others spin after each, which takes a core from
# the model and the database. It reads this once, when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
