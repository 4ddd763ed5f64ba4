"""The kinds of file that are known by name: those with a reader, and those that are named when refused."""

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
XLS = "application/vnd.ms-excel"
DOC = "application/msword"
PPT = "application/vnd.ms-powerpoint"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
EPUB = "application/epub+zip"
RTF = "application/rtf"
ZIP = "application/zip"
EML = "message/rfc822"
MBOX = "application/mbox"
MSG = "application/vnd.ms-outlook"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
WEBP = "image/webp"
HEIC = "image/heic"
HTML = "text/html"
WEBARCHIVE = "application/x-webarchive"
MARKDOWN = "text/markdown"
NOTEBOOK = "application/x-ipynb+json"
JSON = "application/json"
CSV = "text/csv"
TSV = "text/tab-separated-values"
TEXT = "text/plain"

ZIP_KINDS = frozenset({DOCX, PPTX, XLSX, XLSB, ODS, ODT, ODP, EPUB})
ODF_KINDS = frozenset({ODS, ODT, ODP})

BINARY_SUFFIXES = {
    ".pdf": "PDF",
    ".docx": "Word document",
    ".docm": "Word document",
    ".doc": "Word document",
    ".pptx": "PowerPoint presentation",
    ".pptm": "PowerPoint presentation",
    ".ppt": "PowerPoint presentation",
    ".xlsx": "Excel workbook",
    ".xlsm": "Excel workbook",
    ".xlsb": "Excel workbook",
    ".xls": "Excel workbook",
    ".ods": "OpenDocument spreadsheet",
    ".odt": "OpenDocument text",
    ".odp": "OpenDocument presentation",
    ".epub": "EPUB book",
    ".msg": "Outlook message",
    ".png": "PNG image",
    ".jpg": "JPEG image",
    ".jpeg": "JPEG image",
    ".tif": "TIFF image",
    ".tiff": "TIFF image",
    ".webp": "WEBP image",
    ".heic": "HEIC image",
    ".heif": "HEIC image",
    ".zip": "ZIP archive",
}
"""Names that promise a binary kind; text under such a name is a damaged file, never a text."""

OOXML_SUFFIXES = frozenset({".docx", ".docm", ".pptx", ".pptm", ".xlsx", ".xlsm", ".xlsb"})
