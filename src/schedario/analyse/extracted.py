"""What presents a document without a model, cut out of its own text: honest, quick, and marked as extracted."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, islice

from schedario.analyse.cleaned import cleaned
from schedario.analyse.key_terms import TermWeights, weigh, words_of
from schedario.ports import WordFrequencies
from schedario.records.analysis import AnalysisSource, Presentation
from schedario.records.document import DocumentId, NewDocument
from schedario.sentences import sentence_spans

VERSION = 3
"""Raised when the same text would give other extracts."""

_SUMMARY_WORDS, _SUMMARY_CHARACTERS = 120, 900
_DESCRIPTION_CHARACTERS = 320
_SENTENCE_WORDS = range(5, 46)
_LEAST_WORDS = 6
"""Of a paragraph that says something."""
_TITLE_WORTH = 0.5
"""What a word of the title adds to a sentence, as a share of the sentence's own weight."""

_BEGINNING_WORTH = 0.5
"""What being the first sentence adds, likewise; half of it the second, and so on."""

_READ_CHARACTERS = 200_000
_MOST_SENTENCES = 400
_MOST_HEADINGS = 6
_TABLE = " | "
_ABSTRACTS = re.compile(
    r"(?:\d+\.?\s*)?(abstract|summary|executive summary|management summary|overview|synopsis|tl;dr|zusammenfassung"
    r"|kurzfassung|überblick|sommario|riassunto|sintesi|in breve|résumé|resumen|resum|resumo|samenvatting"
    r"|sammanfattning|streszczenie|rezumat|özet|аннотация|резюме|摘要|概要|要約)\W*",
    re.IGNORECASE,
)


def source_of(document: NewDocument) -> AnalysisSource:
    """Return what a document is presented from that is about to be written."""
    titles = dict.fromkeys(heading.title for heading in document.text.headings)
    return AnalysisSource(
        document=DocumentId(""),
        name=document.file.path.rpartition("/")[2],
        title=document.title,
        text=document.text.text,
        text_hash=document.text_hash,
        language=document.language,
        headings=tuple(titles),
        noted=document.note.summary if document.note else "",
    )


def extracted(source: AnalysisSource, archive: WordFrequencies) -> Presentation:
    """Make what presents a document out of its text.

    The summary is what a note says of itself, an abstract, or the first paragraphs; the description the title and the
    most telling sentence, or the headings where there is none.
    """
    weights = weigh(source.text, source.language, archive)
    headings = frozenset(source.headings)
    paragraphs = list(_paragraphs(source.text[:_READ_CHARACTERS], headings))
    prose = [paragraph for paragraph in paragraphs if _is_prose(paragraph)]
    summary = _within(_noted(source, prose) or _abstract(paragraphs, headings) or _opening(prose, paragraphs))
    description = _description(source, prose, paragraphs, weights)
    return Presentation(cleaned(summary), cleaned(description), weights.terms, source.language)


def _paragraphs(text: str, headings: Collection[str]) -> Iterator[str]:
    """Yield paragraphs of one line each, and headings; the rows of a table are kept apart by their lines."""
    for block in re.split(r"\n\s*\n", text):
        lines = [" ".join(line.split()) for line in block.splitlines()]
        for is_heading, together in groupby(lines, headings.__contains__):
            found = list(filter(None, together))
            if is_heading or any(_TABLE in line for line in found):
                yield from found
            elif found:
                yield " ".join(found)


def _is_prose(paragraph: str) -> bool:
    if _TABLE in paragraph or not re.search(r"[.!?…。！？]", paragraph):
        return False
    return len(paragraph.split()) >= _LEAST_WORDS or len(words_of(paragraph)) >= 2 * _LEAST_WORDS


def _noted(source: AnalysisSource, prose: Sequence[str]) -> str:
    """Return what a note's header says; what is no more than its first paragraph goes on with the next."""
    said = " ".join(source.noted.split())
    return "" if prose and _letters(prose[0]).startswith(_letters(said)[:60]) else said


def _letters(text: str) -> str:
    """Return a text without signs, which its markup may have had around words."""
    return "".join(filter(str.isalnum, text))


def _abstract(paragraphs: Sequence[str], headings: Collection[str]) -> str:
    """Return the paragraphs below a heading that announces an abstract."""
    for at, paragraph in enumerate(paragraphs):
        if _ABSTRACTS.fullmatch(paragraph):
            return " ".join(_until_heading(paragraphs[at + 1 :], headings))
    return ""


def _until_heading(paragraphs: Sequence[str], headings: Collection[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        if paragraph in headings:
            return
        if _is_prose(paragraph):
            yield paragraph


def _opening(prose: Sequence[str], paragraphs: Sequence[str]) -> str:
    if prose:
        return " ".join(prose[:10])
    return "; ".join(paragraph.replace(_TABLE, ", ") for paragraph in paragraphs[:4])


def _within(text: str) -> str:
    """Return the whole sentences that a summary has room for; a part of the first when that alone is too long."""
    end = 0
    for _, after in sentence_spans(text):
        if after > _SUMMARY_CHARACTERS or len(text[:after].split()) > _SUMMARY_WORDS:
            break
        end = after
    return text[:end] or _shortened(text, _DESCRIPTION_CHARACTERS)


def _description(source: AnalysisSource, prose: Sequence[str], paragraphs: Sequence[str], weights: TermWeights) -> str:
    title = " ".join((source.title or source.name.rpartition(".")[0] or source.name).split())
    telling = _telling(prose, weights, title) or _listed(source, paragraphs)
    if telling and not telling.casefold().startswith(title.casefold()):
        telling = f"{title.rstrip('.')}. {telling}" if telling[-1:] in ".!?…。！？" else f"{title}: {telling}"
    return _shortened(telling or title, _DESCRIPTION_CHARACTERS)


def _telling(prose: Sequence[str], weights: TermWeights, title: str) -> str:
    """Return the sentence that weighs most; words of the title add to it, and so does a place near the beginning."""
    sentences = (paragraph[start:end] for paragraph in prose for start, end in sentence_spans(paragraph))
    found = list(islice(sentences, _MOST_SENTENCES))
    fitting = [sentence for sentence in found if len(sentence.split()) in _SENTENCE_WORDS] or found
    named = {word.lower() for word in words_of(title)}

    def weight(place: int) -> float:
        sentence = fitting[place]
        shared = len(named & {word.lower() for word in words_of(sentence)})
        near = _BEGINNING_WORTH / (1 + place)
        return weights.of(sentence) * (1 + _TITLE_WORTH * shared / max(1, len(named)) + near)

    return fitting[max(range(len(fitting)), key=weight)] if fitting else ""


def _listed(source: AnalysisSource, paragraphs: Sequence[str]) -> str:
    headings = [heading for heading in source.headings if heading != source.title][:_MOST_HEADINGS]
    if headings:
        return ", ".join(headings)
    return next((paragraph.replace(_TABLE, ", ") for paragraph in paragraphs if paragraph != source.title), "")


def _shortened(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return f"{text[: most - 1].rpartition(' ')[0] or text[: most - 1]}…"
