"""Embedding spaces: which there are, which one is active, and the index of each."""

from dataclasses import asdict, dataclass

from psycopg import Connection, sql
from psycopg.rows import DictRow
from psycopg.types.json import Jsonb

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import composed, query
from schedario.errors import SpaceMismatchError
from schedario.records.document import SpaceId, SpaceSpec
from schedario.records.space import KeptSpace, ModelRecipe, SpaceDetail

MOST_DIMENSIONS = 4000
"""What pgvector's index takes in half precision."""

BUNDLED_DETAIL = SpaceDetail()
"""Of the bundled model nothing needs to be kept: it can say all of it at any time."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space as the archive keeps it."""

    id: SpaceId
    spec: SpaceSpec


def active_space(connection: Connection[DictRow]) -> Space | None:
    """Return the space that answers; None in an archive that never had vectors."""
    return _space(connection.execute(query("active_space")).fetchone())


def find_space(connection: Connection[DictRow], fingerprint: str) -> Space | None:
    """Return a space, whether it answers or not; None when there is none."""
    return _space(connection.execute(query("space_by_fingerprint"), {"fingerprint": fingerprint}).fetchone())


class Spaces:
    """The embedding spaces of one archive."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def active(self) -> SpaceSpec | None:
        """Return the space that answers; None in an archive that never had vectors."""
        with self._pool.reading() as connection:
            space = active_space(connection)
        return space.spec if space else None

    def kept(self) -> KeptSpace | None:
        """Return the space that answers with how it was made; None in an archive that never had vectors."""
        return next((space for space in self.all() if space.active), None)

    def all(self) -> list[KeptSpace]:
        """Return all spaces with how they were made, the one that answers first."""
        with self._pool.transaction() as connection:
            rows = connection.execute(query("space_details")).fetchall()
            return [_kept_space(connection, row) for row in rows]

    def is_empty(self) -> bool:
        """Say whether the space that answers has no vectors, so that another may take its place."""
        with self._pool.reading() as connection:
            space = active_space(connection)
            return space is None or not _has_vectors(connection, space)

    def ensure_space(self, spec: SpaceSpec, detail: SpaceDetail = BUNDLED_DETAIL) -> SpaceId:
        """Make a space the active one; one that has no vectors yet gives way to it.

        Args:
            spec: The space.
            detail: How it was made; kept with it when it is new.

        Raises:
            SpaceMismatchError: The active space is another and has vectors, or this one is too wide for an index.
        """
        with self._pool.reading() as connection:
            space = active_space(connection)
        if space and space.spec.fingerprint == spec.fingerprint:
            return space.id
        with self._pool.transaction() as connection:
            lock_archive(connection)
            return _replace(connection, spec, detail)


def put_space(connection: Connection[DictRow], spec: SpaceSpec, detail: SpaceDetail) -> SpaceId:
    """Make a space with its index, which does not answer yet; one that is there stays as it is.

    Raises:
        SpaceMismatchError: It is too wide for an index.
    """
    if known := find_space(connection, spec.fingerprint):
        return known.id
    if not 1 <= spec.dimensions <= MOST_DIMENSIONS:
        raise SpaceMismatchError(
            f"vectors of {spec.dimensions} numbers cannot be indexed",
            subject=spec.model,
            remedy=f"Choose a model with at most {MOST_DIMENSIONS}",
        )
    row = connection.execute(
        query("insert_space"),
        {
            "model": spec.model,
            "dimensions": spec.dimensions,
            "fingerprint": spec.fingerprint,
            "definition": detail.definition,
            "version": detail.version,
            "probe": list(detail.probe),
            "centering": detail.centering,
            "recipe": Jsonb(asdict(detail.recipe) if detail.recipe else {}),
        },
    ).fetchone()
    made = SpaceId(row["id"] if row else 0)
    for language, vector in detail.means.items():
        connection.execute(query("insert_language_mean"), {"id": made, "language": language, "vector": list(vector)})
    create_space_index(connection, made, spec.dimensions)
    return made


def activate_space(connection: Connection[DictRow], space: SpaceId) -> None:
    """Let a space answer instead of the one that did."""
    connection.execute(query("silence_spaces"), {"id": space})
    connection.execute(query("activate_space"), {"id": space})


def remove_space(connection: Connection[DictRow], space: SpaceId) -> None:
    """Remove a space with its vectors and its index."""
    connection.execute(query("delete_vectors"), {"id": space})
    connection.execute(query("delete_space"), {"id": space})
    # Last, since it keeps searches waiting from here to the end of the transaction.
    connection.execute(composed("drop_space_index", index=_index(space)))


def create_space_index(connection: Connection[DictRow], space: SpaceId, dimensions: int) -> None:
    """Make the index of a space."""
    connection.execute(
        composed(
            "create_space_index", index=_index(space), dimensions=sql.Literal(dimensions), space=sql.Literal(space)
        )
    )


def _replace(connection: Connection[DictRow], spec: SpaceSpec, detail: SpaceDetail) -> SpaceId:
    # Another process may have been here first: what was seen before the lock is seen anew.
    space = active_space(connection)
    if space and space.spec.fingerprint == spec.fingerprint:
        return space.id
    if space and _has_vectors(connection, space):
        raise SpaceMismatchError(
            f"the archive was embedded by {space.spec.model} under other settings than those in force",
            subject=f"{spec.model}, {spec.dimensions} dimensions",
            remedy="Go back to the model and settings it was made with, or build the other embeddings beside its own: "
            "schedario reindex --space",
        )
    made = put_space(connection, spec, detail)
    activate_space(connection, made)
    if space:
        remove_space(connection, space.id)
    return made


def _space(row: DictRow | None) -> Space | None:
    if row is None:
        return None
    return Space(SpaceId(row["id"]), SpaceSpec(row["model"], row["dimensions"], row["fingerprint"]))


def _kept_space(connection: Connection[DictRow], row: DictRow) -> KeptSpace:
    means = connection.execute(query("language_means"), {"id": row["id"]}).fetchall()
    detail = SpaceDetail(
        definition=row["definition"],
        version=row["version"],
        probe=tuple(row["probe"]),
        means={mean["language"]: tuple(mean["vector"]) for mean in means},
        centering=row["centering"],
        recipe=ModelRecipe(**row["recipe"]) if row["recipe"] else None,
    )
    return KeptSpace(SpaceSpec(row["model"], row["dimensions"], row["fingerprint"]), detail, row["active"])


def _has_vectors(connection: Connection[DictRow], space: Space) -> bool:
    found = connection.execute(query("space_has_vectors"), {"id": space.id}).fetchone()
    return bool(found and found["any"])


def _index(space: SpaceId) -> sql.Identifier:
    return sql.Identifier(f"embedding_space_{space}_hnsw")
