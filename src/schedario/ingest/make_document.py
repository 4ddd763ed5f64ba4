"""All that is kept of a text: chunks, words, vectors, and what a note says of itself."""

from collections.abc import Sequence
from dataclasses import replace

from schedario.ingest.chunk import chunk, embedded_text
from schedario.ingest.context import context
from schedario.ingest.fingerprint import fingerprint, is_shown
from schedario.ingest.normalise import text_hash
from schedario.ingest.notes import read_note
from schedario.ingest.options import IngestOptions
from schedario.ingest.sketch import sketch
from schedario.language import detect_languages
from schedario.lexemes import lexemes
from schedario.ports import Embedder, Tokenizer
from schedario.records.document import Chunk, DocumentText, FileFacts, NewDocument
from schedario.records.extraction import Extraction


def make_document(
    facts: FileFacts,
    extraction: Extraction,
    text: DocumentText,
    *,
    named: str,
    tokenizer: Tokenizer,
    embedder: Embedder,
    options: IngestOptions,
    collection: str,
) -> NewDocument:
    """Make all that is kept of a text.

    Args:
        facts: The file.
        extraction: What a reader got from it.
        text: The same, normalised.
        named: Path whose name says what it is about.
        tokenizer: Cuts it.
        embedder: Makes the vectors.
        options: The settings in force.
        collection: Group that it belongs to.

    Raises:
        ModelError: The embedder cannot be used.
    """
    pieces = chunk(text, tokenizer, size_tokens=options.chunk_tokens, overlap_tokens=options.overlap_tokens)
    texts = [embedded_text(text, piece) for piece in pieces]
    language, languages = detect_languages(texts, options.languages)
    found = read_note(facts.path, extraction, text_of(extraction))
    title = (found.title if found else "") or extraction.title
    contexts = [context(named, piece.heading_path) for piece in pieces]
    return NewDocument(
        file=facts,
        collection=collection,
        media_type=extraction.media_type,
        title=title,
        text=text,
        text_hash=text_hash(text.text, extraction.members, text.unread),
        language=language,
        chunks=_with_words(pieces, texts, languages),
        embeddings=tuple(embedder.embed_passages(texts, languages, contexts)),
        fingerprint=fingerprint(options, shown=is_shown(extraction)),
        warnings=extraction.warnings,
        pictures=extraction.pictures,
        has_members=bool(extraction.members),
        note=found.note if found else None,
        note_lexemes=found.lexemes(title, language) if found else (),
        links=extraction.markup.links,
        sketch=sketch(text.text),
    )


def text_of(extraction: Extraction) -> str:
    """Return a file's text as its reader gave it."""
    return "\n".join(block.text for page in extraction.pages for block in page.blocks)


def _with_words(pieces: Sequence[Chunk], texts: Sequence[str], languages: Sequence[str]) -> tuple[Chunk, ...]:
    return tuple(
        replace(piece, language=language, lexemes=lexemes(text, language))
        for piece, text, language in zip(pieces, texts, languages, strict=True)
    )
