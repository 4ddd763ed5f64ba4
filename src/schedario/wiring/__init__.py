"""The composition root: builds every part from the settings and gives the front doors their services.

options       settings               -> the values that each part depends on
embedder      settings, spaces       -> the embedder, bound to each archive's space
application   settings               -> all parts, made when first needed, and the services over them
"""

from schedario.wiring.application import Application, ArchiveServices

__all__ = ["Application", "ArchiveServices"]
