"""What is kept of a text that presents a document, whether a model wrote it or it was cut out."""

from schedario.untrusted import line


def cleaned(text: str) -> str:
    """Return a text in one line: nothing in it hides, steers a terminal or can be taken for a mark."""
    return line(text, len(text))
