"""What is known of a document: its file, what became of it, what a note says of itself."""

from schedario.dashboard.pieces import box, put
from schedario.dashboard.said import kind, size, when
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord


def facts(view: View, record: DocumentRecord) -> None:
    """Show it as a list of names and values."""
    file, attempt = record.file, record.attempt
    told = [
        ("id", record.id),
        ("path", file.path),
        ("kind", kind(record.media_type)),
        ("language", record.language),
        ("collection", record.collection),
        ("size", size(file.size_bytes)),
        ("pages", str(record.pages or "")),
        ("chunks", str(record.chunks or "")),
    ]
    history = [
        ("first_seen", when(record.first_seen)),
        ("changed", when(file.modified)),
        ("indexed", when(record.indexed_at)),
        ("attempted", view.say("fact.attempts", n=attempt.count, at=when(attempt.at)) if attempt else ""),
    ]
    _list(view, "facts", told)
    _list(view, "history", history)
    if record.warnings:
        with box("details", "warnings"):
            put("summary", view.say.counted("fact.warnings", len(record.warnings)))
            with box("ul"):
                for warning in record.warnings:
                    put("li", warning)


def note_facts(view: View, record: DocumentRecord) -> None:
    """Show what a note says of itself; nothing for what is none."""
    note = record.note
    if note is None:
        return
    if note.summary:
        put("p", note.summary, "summary")
    if note.tags:
        with box("div", "chips"):
            for tag in note.tags:
                put("span", f"#{tag}", "chip")
    if note.aliases:
        put("p", view.say("fact.aliases", names=", ".join(note.aliases)), "muted")


def _list(view: View, title: str, pairs: list[tuple[str, str]]) -> None:
    put("h2", view.say(f"fact.{title}"))
    with box("dl", "facts"):
        for name, value in pairs:
            if value:
                put("dt", view.say(f"fact.{name}"))
                put("dd", value)
