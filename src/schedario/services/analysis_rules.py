"""What analyses are made under now, and what is stale of those that are kept."""

from dataclasses import dataclass, replace

from schedario.analyse.fingerprint import extracted_under, written_under
from schedario.analyse.options import AnalysisOptions
from schedario.ports import AnalysisStore, StructuredModel
from schedario.records.analysis import Analysis, Fingerprints
from schedario.records.search import DocumentHead


@dataclass(frozen=True, slots=True)
class InForce:
    """What analyses are made under at one moment.

    Attributes:
        extracting: Whether no model is set; what one wrote is not stale then.
        fingerprints: Of the parts.
    """

    extracting: bool
    fingerprints: Fingerprints

    def said(self, analysis: Analysis) -> Analysis:
        """Say what is stale of an analysis."""
        if self.extracting and analysis.made_by:
            return analysis
        return replace(analysis, stale=analysis.made_under.differing(self.fingerprints))

    def of_head(self, head: DocumentHead) -> DocumentHead:
        """Say whether a description is stale that a model wrote; an extract says by itself what it is."""
        stale = head.described_under != self.fingerprints.description
        return replace(head, description_stale=bool(head.described_by) and not self.extracting and stale)


@dataclass(frozen=True, slots=True)
class AnalysisRules:
    """The settings by which documents of one archive are analysed, and its categories.

    Attributes:
        store: Keeps the categories.
        model: Writes; None for extracts.
        context_tokens: What it takes at once.
        languages: ISO 639-1 codes that a text may be in.
    """

    store: AnalysisStore
    model: StructuredModel | None
    context_tokens: int
    languages: tuple[str, ...]

    def in_force(self) -> InForce:
        """Return what analyses are made under now."""
        return InForce(self.model is None, self.options().made_under)

    def options(self) -> AnalysisOptions:
        """Return the values that decide how a document is analysed now."""
        categories = tuple(self.store.categories())
        now = written_under(self.model.name, self.context_tokens, categories) if self.model else extracted_under()
        return AnalysisOptions(self.context_tokens, self.languages, categories, now)
