"""The kinds of file that are known by name: those with a reader, and those that are named when refused."""

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
XLS = "application/vnd.ms-excel"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
WEBP = "image/webp"
HTML = "text/html"
MARKDOWN = "text/markdown"
CSV = "text/csv"
TSV = "text/tab-separated-values"
TEXT = "text/plain"

ZIP_KINDS = frozenset({DOCX, PPTX, XLSX, XLSB, ODS})

BINARY_SUFFIXES = {
    ".pdf": "PDF",
    ".docx": "Word document",
    ".docm": "Word document",
    ".pptx": "PowerPoint presentation",
    ".pptm": "PowerPoint presentation",
    ".xlsx": "Excel workbook",
    ".xlsm": "Excel workbook",
    ".xlsb": "Excel workbook",
    ".xls": "Excel workbook",
    ".ods": "OpenDocument spreadsheet",
    ".odt": "OpenDocument text",
    ".odp": "OpenDocument presentation",
    ".epub": "EPUB book",
    ".png": "PNG image",
    ".jpg": "JPEG image",
    ".jpeg": "JPEG image",
    ".tif": "TIFF image",
    ".tiff": "TIFF image",
    ".webp": "WEBP image",
    ".zip": "ZIP archive",
}
"""Names that promise a binary kind; text under such a name is a damaged file, never a text."""

OOXML_SUFFIXES = frozenset({".docx", ".docm", ".pptx", ".pptm", ".xlsx", ".xlsm", ".xlsb"})
