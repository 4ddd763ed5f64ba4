"""The composition root: builds every part from the settings and gives the front doors their services.

options            settings          -> the values that each part depends on
embedder           settings, spaces  -> the embedder, bound to each archive's space
application        settings          -> all parts, made when first needed
assembly           an open archive   -> what is built for it
archive_services   both              -> the services over the archive
"""

from schedario.wiring.application import Application
from schedario.wiring.archive_services import ArchiveServices

__all__ = ["Application", "ArchiveServices"]
