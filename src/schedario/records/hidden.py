"""Which names in folders and archives are those of programs' own files."""

SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__", "__MACOSX"})
"""Folders of programs' own files; hidden ones are left out too."""


def is_hidden(name: str) -> bool:
    """Tell whether a file below a folder or in an archive is not looked at; slashes part the folders of its name."""
    parts = name.split("/")
    return any(part.startswith(".") for part in parts) or any(part in SKIPPED_FOLDERS for part in parts[:-1])
