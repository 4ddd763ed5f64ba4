"""The control words of RTF that open a destination or stand for a character."""

# Destinations that show nothing; those with a star before them are passed over unless they are known.
SKIPPED = frozenset(
    {
        *("fonttbl", "info", "colortbl", "nonshppict", "shprslt", "filetbl", "tc", "tcn", "xe"),
        *("rxe", "txe", "bkmkstart", "sp", "bkmkend", "template", "falt", "panose", "ftnsep", "ftnsepc"),
        *("ftncn", "aftnsep", "aftnsepc", "aftncn", "listtable", "listoverridetable", "revtbl", "fldinst"),
        *("objdata", "datafield", "shpinst", "upr", "do"),
    }
)
# What says a second time what stands beside it, or, where nothing is shown, what is not shown at all.
SECOND = frozenset({"nonshppict", "shprslt", "upr"})
# What shows a picture a second time, for old programs, or a list's bullet or the paper's ground.
WITHOUT_PICTURES = frozenset({"nonshppict", "shprslt", "listpicture", "background"})
RUNNING = {
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "Header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "Footer"),
}
CHARACTERS = {"emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"}
CHARACTERS |= {"bullet": "•", "tab": "\t", "emspace": " ", "enspace": " ", "qmspace": " "}
SYMBOLS = {"~": "\u00a0", "_": "\u2011", "{": "{", "}": "}", "\\": "\\"}
