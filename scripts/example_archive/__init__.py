"""Makers of the documents in ``examples/archive``, one module per kind of file.

``plain/`` holds the documents that are copied as they are; ``composed/`` holds the words of the documents that a maker
sets into a PDF, an Office file or a scan. ``blocks`` reads the latter.
"""
