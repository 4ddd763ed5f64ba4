"""From chunks to passages: neighbours added, overlaps merged, text cut from the original, places named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from schedario.ports import SearchStore
from schedario.records.candidate import Candidate, ChunkSpan, TextRange
from schedario.records.document import DocumentId
from schedario.records.locator import locator
from schedario.records.search import DocumentPassages, Passage
from schedario.search.addenda import with_addenda


@dataclass(frozen=True, slots=True)
class _Range:
    """A run of neighbouring chunks on one page.

    Attributes:
        spans: In the order of the text.
        core: The best chunk among them, which names the place's headings and the language.
        score: Its score.
        rank: Its place in the order of the selected, from 0.
    """

    spans: tuple[ChunkSpan, ...]
    core: ChunkSpan
    score: float
    rank: int


def widen(
    store: SearchStore, selected: Sequence[Candidate], *, reach: int, characters: int
) -> tuple[list[DocumentPassages], tuple[str, ...]]:
    """Return the selected chunks, best first, as passages, grouped by document, and what was shortened, in words.

    Documents go by their best passage, passages within one by the order of the text. A passage never leaves the page
    of its chunk, so that the page named is right. Chunks that were removed in the meantime are left out.

    Args:
        store: Knows where chunks lie and cuts them out.
        selected: Chunks, best first.
        reach: Neighbours added on each side.
        characters: The most characters of all passages together.
    """
    spans = store.neighbourhood([candidate.chunk for candidate in selected], reach)
    by_place = {(span.document, span.ordinal): span for span in spans}
    widened = [_around(candidate, rank, by_place, reach) for rank, candidate in enumerate(selected)]
    merged = _merged([found for found in widened if found is not None])
    ranges, shortened = _bounded(merged, characters)
    wanted = [TextRange(r.core.document, r.spans[0].start, _end(r)) for r in ranges]
    cut = store.cut([*wanted, *(r.core.header_range for r in ranges)])
    texts, headers = cut[: len(ranges)], cut[len(ranges) :]
    # One chunk alone may be larger than all that is wanted.
    found = [(r, text[:characters], header) for r, text, header in zip(ranges, texts, headers, strict=True) if text]
    said = f"{shortened} of {len(merged)} passages were shortened or left out, to keep to {characters} characters"
    return _grouped(store, found, selected), (said,) if shortened else ()


def _bounded(ranges: Sequence[_Range], characters: int) -> tuple[list[_Range], int]:
    """Return what fits, in the order given, and how many had to give way.

    The best come first: each with its neighbours while there is room, else its best chunk alone, else not at all.
    """
    room, kept, shortened = characters, set[_Range](), 0
    for found in sorted(ranges, key=lambda r: r.rank):
        alone = replace(found, spans=(found.core,))
        fits = next((r for r in (found, alone) if _size(r) <= room), None if kept else alone)
        shortened += fits is not found
        if fits:
            kept.add(fits)
            room -= _size(fits)
    return sorted(kept, key=lambda r: (r.core.document, r.spans[0].ordinal)), shortened


def _size(found: _Range) -> int:
    header = found.core.header_range
    return _end(found) - found.spans[0].start + header.end - header.start


def _around(
    candidate: Candidate, rank: int, by_place: dict[tuple[DocumentId, int], ChunkSpan], reach: int
) -> _Range | None:
    core = by_place.get((candidate.document, candidate.ordinal))
    if core is None:
        return None
    ordinals = range(candidate.ordinal - reach, candidate.ordinal + reach + 1)
    near = [by_place.get((candidate.document, ordinal)) for ordinal in ordinals]
    spans = tuple(span for span in near if span is not None and span.page_index == core.page_index)
    return _Range(spans, core, candidate.score, rank)


def _merged(ranges: Iterable[_Range]) -> list[_Range]:
    """Join ranges of one page that share or touch, in the order of the text."""
    merged: list[_Range] = []
    for current in sorted(ranges, key=lambda r: (r.core.document, r.spans[0].ordinal)):
        last = merged[-1] if merged else None
        if last and _same_page(last, current) and current.spans[0].ordinal <= last.spans[-1].ordinal + 1:
            better = min(last, current, key=lambda r: r.rank)
            spans = {span.ordinal: span for span in (*last.spans, *current.spans)}
            ordered = tuple(spans[ordinal] for ordinal in sorted(spans))
            merged[-1] = _Range(ordered, better.core, better.score, better.rank)
        else:
            merged.append(current)
    return merged


def _same_page(one: _Range, other: _Range) -> bool:
    return one.core.document == other.core.document and one.core.page_index == other.core.page_index


def _grouped(
    store: SearchStore, ranges: Sequence[tuple[_Range, str, str]], selected: Sequence[Candidate]
) -> list[DocumentPassages]:
    heads = store.heads(list(dict.fromkeys(candidate.document for candidate in selected)))
    annotated = store.heads([head.container.id for head in heads.values() if head.addendum_at and head.container])
    order = sorted(found.rank for found, _, _ in ranges)
    places = {rank: place for place, rank in enumerate(order, 1)}
    groups: list[DocumentPassages] = []
    for document, members in groupby(ranges, key=lambda member: member[0].core.document):
        if document in heads:
            groups.append(DocumentPassages(heads[document], _passages(list(members), places)))
    joined = with_addenda(groups, annotated)
    return sorted(joined, key=lambda group: min(passage.rank for passage in group.passages))


def _passages(members: Sequence[tuple[_Range, str, str]], places: Mapping[int, int]) -> tuple[Passage, ...]:
    passages: list[Passage] = []
    previous: int | None = None
    for found, text, header in members:
        jump = previous is not None and found.spans[0].ordinal > previous + 1
        passages.append(_passage(found, text, header, places[found.rank], jump=jump))
        previous = found.spans[-1].ordinal
    return tuple(passages)


def _passage(found: _Range, text: str, header: str, rank: int, *, jump: bool) -> Passage:
    core, end = found.core, found.spans[0].start + len(text)
    rows = [row for span in found.spans for row in (span.first_row, span.last_row) if row is not None]
    return Passage(
        text=text,
        page=core.page_number,
        locator=locator(
            core.page_kind,
            core.page_number,
            core.page_label,
            core.heading_path,
            min(rows, default=None),
            max(rows, default=None),
        ),
        score=found.score,
        origin=core.origin,
        language=core.language,
        start=found.spans[0].start,
        end=end,
        best_start=core.start,
        best_end=min(core.end, end),
        jump=jump,
        rank=rank,
        header=header,
        header_start=core.header.start if core.header else None,
    )


def _end(found: _Range) -> int:
    return max(span.end for span in found.spans)
