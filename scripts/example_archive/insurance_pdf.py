"""The insurance policy: a PDF of two pages with ruled tables and a text layer."""

from scripts.example_archive.print_pdf import Layout, print_pdf

LAYOUT = Layout(
    title="Business Combined Insurance, policy EX-2025-00417",
    language="en",
    font="Helvetica",
    bold_font="Helvetica-Bold",
    size=10,
    formal=False,
    footer="Example Mutual Insurance · Policy EX-2025-00417 · Page {page} of 2",
    column_widths={4: (0.115, 0.495, 0.22, 0.17), 3: (0.26, 0.54, 0.2)},
)


def make_insurance_pdf() -> bytes:
    """Make the file's bytes."""
    return print_pdf("insurance-policy.md", LAYOUT)
