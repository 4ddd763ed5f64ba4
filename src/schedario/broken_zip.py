"""What the standard library raises of a ZIP file that is damaged, or was made to do harm."""

import lzma
import struct
import zipfile
import zlib

BROKEN_ZIP: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    # Of what is packed by Deflate and by LZMA; of bzip2 it is an OSError.
    zlib.error,
    lzma.LZMAError,
    OSError,
    # It is cut off.
    struct.error,
    EOFError,
    # It is encrypted, or packed in a way that the library does not know.
    RuntimeError,
    # Names that are none, places before the file's start.
    ValueError,
)
