"""The categories of an archive, which a person keeps and a model gives."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedario.errors import CategoryError
from schedario.ports import AnalysisStore
from schedario.records.analysis import Category, CategoryId, ListedCategory
from schedario.untrusted import line

MOST_CATEGORIES = 100
"""More would not be a choice that a model makes well, nor a list that a person keeps."""
MOST_CHARACTERS = 60
_LISTED = "'schedario categories list' shows them"


@dataclass(frozen=True, slots=True)
class Categories:
    """The categories of one archive."""

    store: AnalysisStore

    def all(self) -> Sequence[ListedCategory]:
        """Return them by name, with the number of documents in each."""
        return self.store.listed_categories()

    def add(self, name: str) -> Category:
        """Add a category; the categories of all documents are stale then.

        Raises:
            CategoryError: The name is not allowed or there is one of it, or there are too many.
        """
        allowed = _allowed(name)
        if len(self.store.categories()) >= MOST_CATEGORIES:
            raise CategoryError(f"there are {MOST_CATEGORIES} categories, which is the most", subject=allowed)
        added = self.store.add_category(allowed)
        if added is None:
            raise CategoryError("there is a category of that name", subject=allowed, remedy=_LISTED)
        return added

    def rename(self, name: str, new_name: str) -> Category:
        """Give a category another name; its documents stay in it, and nothing is stale.

        Raises:
            CategoryError: There is none of the name, or the new one is not allowed or taken.
        """
        found, allowed = self.named(name), _allowed(new_name)
        if not self.store.rename_category(found.id, allowed):
            raise CategoryError("there is a category of that name", subject=allowed, remedy=_LISTED)
        return Category(found.id, allowed)

    def remove(self, name: str) -> Category:
        """Remove a category, also from its documents; the categories of all documents are stale then.

        Raises:
            CategoryError: There is none of the name.
        """
        found = self.named(name)
        self.store.remove_category(found.id)
        return found

    def named(self, name: str) -> Category:
        """Return the category of a name, whatever its case.

        Raises:
            CategoryError: There is none.
        """
        wanted = " ".join(name.split()).casefold()
        for category in self.store.categories():
            if category.name.casefold() == wanted:
                return category
        raise CategoryError("there is no category of that name", subject=name, remedy=_LISTED)

    def numbered(self, number: CategoryId) -> Category:
        """Return the category of a number.

        Raises:
            CategoryError: There is none.
        """
        for category in self.store.categories():
            if category.id == number:
                return category
        raise CategoryError("there is no category of that number", subject=str(number), remedy=_LISTED)


def _allowed(name: str) -> str:
    """Return a name that a model can be given and a terminal can show."""
    plain = " ".join(name.split())
    fits = plain and len(plain) <= MOST_CHARACTERS and line(plain) == plain and "," not in plain
    if not fits or not any(map(str.isalnum, plain)):
        raise CategoryError(
            f"a category's name has 1 to {MOST_CHARACTERS} characters, a letter or digit among them and no comma",
            subject=line(plain),
            remedy="Choose another name",
        )
    return plain
