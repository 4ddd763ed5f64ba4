"""Reads the comments on the slides of a PPTX, those in threads too, which the library does not know."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError, fromstring

from schedario.extract.blocks import one_line
from schedario.extract.drawing_text import paragraph_lines


class CommentAuthors:
    """Who comments in a presentation, by the id that comments name."""

    def __init__(self, part: Any) -> None:
        roots = (*_parts(part, "commentAuthors"), *_parts(part, "authors"))
        self._names = {one.get("id", ""): one_line(one.get("name", "")) for root in roots for one in root}

    def label(self, author: str) -> str:
        """Return what stands before a comment."""
        name = self._names.get(author, "")
        return f"Comment ({name})" if name else "Comment"


def comment_lines(slide: Any, authors: CommentAuthors) -> Iterator[str]:
    """Yield each comment on a slide with its author, an answer after what it answers."""
    for root in _parts(slide, "comments"):
        for comment in (one for one in root.iter() if _local(one) in {"cm", "reply"}):
            if text := _text(comment):
                yield f"{authors.label(comment.get('authorId', ''))}: {text}"


def _text(comment: Element) -> str:
    """Return the text of a comment: of old ones plain, of new ones paragraphs."""
    bodies = (one for one in comment if _local(one) in {"text", "txBody"})
    return one_line(
        " ".join(one.text or "" if _local(one) == "text" else " ".join(paragraph_lines(one)) for one in bodies)
    )


def _parts(part: Any, kind: str) -> Iterator[Element]:
    """Yield the XML of the parts of a kind that a part names; one that is broken is not worth the slides."""
    for relation in part.rels.values():
        if relation.reltype.rpartition("/")[2] == kind and not relation.is_external:
            try:
                yield fromstring(relation.target_part.blob)
            except ParseError:
                continue


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]
