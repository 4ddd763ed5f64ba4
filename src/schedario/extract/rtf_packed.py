"""Unpacks the RTF that Outlook keeps in messages (MS-OXRTFCP)."""

import struct

_PACKED = 0x75465A4C
_PLAIN = 0x414C454D
_WINDOW_BYTES = 4096
# What the window holds before the first byte, from the specification.
_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor "
    b"MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)


def unpack_rtf(content: bytes) -> bytes:
    """Return the RTF; what is cut off is left out.

    Raises:
        ValueError: It is packed in another way.
    """
    if len(content) < 16:
        raise ValueError("packed RTF that is too short")
    _, size, mark = struct.unpack_from("<3I", content)
    if mark == _PLAIN:
        return content[16 : 16 + size]
    if mark != _PACKED:
        raise ValueError("RTF that is packed in an unknown way")
    return _unpacked(content, size)


def _unpacked(content: bytes, size: int) -> bytes:
    """Follow the control bytes: each bit says whether a byte or a piece of the window follows."""
    window = bytearray(_START.ljust(_WINDOW_BYTES, b" "))
    at, position = len(_START), 16
    out = bytearray()
    while position < len(content) and len(out) < size:
        control, position = content[position], position + 1
        for bit in range(8):
            if control >> bit & 1:
                if position + 2 > len(content):
                    return bytes(out)
                offset, length = divmod(content[position] << 8 | content[position + 1], 16)
                position += 2
                if offset == at:
                    return bytes(out)
                piece = [(offset + index) % _WINDOW_BYTES for index in range(length + 2)]
            elif position < len(content):
                window[at] = content[position]
                position += 1
                piece = [at]
            else:
                return bytes(out)
            for index in piece:
                window[at] = window[index]
                out.append(window[at])
                at = (at + 1) % _WINDOW_BYTES
    return bytes(out[:size])
