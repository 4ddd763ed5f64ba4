"""The words of the pages in each language, out of one table."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Language = Literal["en", "it"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT: Language = "en"

_TABLE = Path(__file__).with_name("texts.toml")


@cache
def table() -> Mapping[str, Mapping[str, str]]:
    """Return the table: by its key, each text by language."""
    parts = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return {f"{part}.{name}": said for part, texts in parts.items() for name, said in texts.items()}


@dataclass(frozen=True, slots=True)
class Texts:
    """The words in one language."""

    language: Language

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text; what stands in braces in it is taken from ``values``."""
        return table()[key][self.language].format(**values)

    def counted(self, key: str, number: int) -> str:
        """Return a number with what is counted, by the texts ``key_one`` and ``key_many``."""
        return self(f"{key}_one" if number == 1 else f"{key}_many", n=self.number(number))

    def number(self, number: int) -> str:
        """Return a number as the language writes it."""
        return f"{number:,}".replace(",", self("form.thousands"))


def language_of(chosen: str, wanted: str, accepted: str) -> Language:
    """Return the language of a page.

    Args:
        chosen: By the switch on the page; empty when it was not used.
        wanted: By the setting; "auto" for the browser's.
        accepted: The header by which a browser says what its user reads.
    """
    tags = (part.partition(";")[0].strip().lower()[:2] for part in accepted.split(","))
    return next((known for one in (chosen, wanted, *tags) for known in LANGUAGES if one == known), DEFAULT)
