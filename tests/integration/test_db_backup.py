"""A backup holds all of an archive as of one moment; what is restored is the same, or nothing."""

import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from psycopg import sql

from fixtures.database import SPACE
from fixtures.documents import EAST, NORTH, new_document
from schedario.db.backup_file import open_backup
from schedario.db.database import Archive, Database
from schedario.errors import ArchiveExistsError, ArchiveNameError, BackupError, DatabaseVersionError
from schedario.records.backup import BackupFacts

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def filled(archive: Archive) -> Archive:
    pieces = [("alpha à \U0001f600", NORTH, ("en:a", "en:b")), ("beta", EAST, ("en:b",))]
    archive.documents.write(new_document("/docs/a\udcff.txt", pieces))
    archive.documents.write(new_document("/docs/copy.txt", pieces))
    gone = archive.documents.write(new_document("/docs/gone.txt", [("gone", EAST, ("en:gone",))]))
    archive.documents.remove(gone.id)
    return archive


@pytest.fixture
def file(filled: Archive, database: Database, tmp_path: Path) -> Path:
    database.back_up("main", tmp_path / "a.backup", replace=False)
    return tmp_path / "a.backup"


def contents(archive: Archive) -> dict[str, list[Any]]:
    """Return all rows of all tables, but for yoyo's."""
    with archive.documents._pool.reading() as connection:
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
            " AND relkind = 'r' AND relname !~ 'yoyo'"
        ).fetchall()
        return {
            table["relname"]: connection.execute(
                sql.SQL("SELECT * FROM {} ORDER BY 1, 2").format(sql.Identifier(table["relname"]))
            ).fetchall()
            for table in tables
        }


def indexes(archive: Archive) -> list[Any]:
    with archive.documents._pool.reading() as connection:
        return connection.execute(
            "SELECT indexname, replace(indexdef, schemaname, '') AS definition FROM pg_indexes"
            " WHERE schemaname = current_schema() ORDER BY 1"
        ).fetchall()


def edited(file: Path, edit: Edit, tables: dict[str, bytes] | None = None) -> Path:
    """Write a backup anew with another manifest, or with other rows."""
    target = file.with_name("edited.backup")
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(target, "w") as written:
        for name in source.namelist():
            content = (tables or {}).get(name, source.read(name))
            if name == "manifest.json":
                manifest = json.loads(content)
                edit(manifest)
                content = json.dumps(manifest).encode()
            written.writestr(name, content)
    return target


def nothing_was_made(database: Database) -> bool:
    with database._connection() as connection:
        schemas = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ 'restoring|archive_'").fetchall()
    return [schema["nspname"] for schema in schemas] == ["archive_main"]


def test_what_is_restored_is_what_was_backed_up(filled: Archive, database: Database, file: Path) -> None:
    name, facts = database.restore(file, "other")
    other = database.archive("other", create=False)
    assert (name, facts.archive, facts.documents) == ("other", "main", 2)
    assert contents(other) == contents(filled)
    assert indexes(other) == indexes(filled)
    assert any(index["indexname"].endswith("_hnsw") for index in indexes(other))
    assert other.integrity.breaches() == []
    assert [match.score for match in other.search.nearest(NORTH, 1)] == [1.0]


def test_a_restored_archive_goes_on(database: Database, file: Path) -> None:
    database.restore(file, "other")
    other = database.archive("other", create=False)
    other.spaces.ensure_space(SPACE)
    other.documents.write(new_document("/docs/new.txt", [("new", EAST, ("en:new",))]))
    assert (other.search.counts().chunks, other.integrity.breaches()) == (3, [])


def test_an_archive_comes_back_under_its_own_name(filled: Archive, database: Database, file: Path) -> None:
    before = contents(filled)
    database.drop_archive("main")
    assert database.restore(file, None)[0] == "main"
    assert contents(database.archive("main", create=False)) == before


def test_what_waits_in_a_queue_is_not_backed_up(filled: Archive, database: Database, tmp_path: Path) -> None:
    with filled.documents._pool.transaction() as connection:
        connection.execute("INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('main', 'index')")
        connection.execute(
            "INSERT INTO job_trouble (job_id, failures, code, message) SELECT id, 1, 'file', '' FROM procrastinate_jobs"
        )
    database.back_up("main", tmp_path / "a.backup", replace=False)
    database.restore(tmp_path / "a.backup", "other")
    restored = contents(database.archive("other", create=False))
    assert (restored["procrastinate_jobs"], restored["job_trouble"]) == ([], [])
    assert len(restored["document"]) == 2


def test_a_backup_is_of_one_moment(
    filled: Archive, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(filled)

    def write_meanwhile(*arguments: Any) -> Any:
        # Within the backup, after its snapshot was taken.
        filled.documents.write(new_document(f"/docs/{random.random()}", [(f"{random.random()}", EAST, ("en:x",))]))
        return original(*arguments)

    from schedario.db import backup

    original = backup._write
    monkeypatch.setattr(backup, "_write", write_meanwhile)
    database.back_up("main", tmp_path / "a.backup", replace=False)
    database.restore(tmp_path / "a.backup", "other")
    assert contents(database.archive("other", create=False)) == before
    assert contents(filled) != before


def test_an_archive_or_a_file_that_is_there_stays(filled: Archive, database: Database, file: Path) -> None:
    before, bytes_before = contents(filled), file.read_bytes()
    with pytest.raises(ArchiveExistsError, match="main"):
        database.restore(file, None)
    with pytest.raises(BackupError, match="--replace"):
        database.back_up("main", file, replace=False)
    with pytest.raises(ArchiveNameError):
        database.restore(file, "Not Allowed")
    assert (contents(filled), file.read_bytes()) == (before, bytes_before)
    assert isinstance(database.back_up("main", file, replace=True), BackupFacts)


def test_a_backup_that_fails_leaves_the_old_one(
    filled: Archive, database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    monkeypatch.setattr("schedario.db.backup._write", None)
    with pytest.raises(TypeError):
        database.back_up("main", file, replace=True)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_backup_is_its_owners_alone(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_refused_in_one_line(database: Database, file: Path, share: float) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BackupError) as refused:
        database.restore(file, "other")
    assert "\n" not in str(refused.value)
    assert nothing_was_made(database)


def test_no_changed_byte_goes_unseen_or_ends_otherwise(file: Path) -> None:
    with open_backup(file) as reader:
        facts = reader.facts
    content, chance = file.read_bytes(), random.Random(1)
    refused = 0
    for _ in range(1500):
        place = chance.randrange(len(content))
        file.write_bytes(content[:place] + bytes([content[place] ^ chance.randrange(1, 256)]) + content[place + 1 :])
        try:
            with open_backup(file) as reader:
                reader.verify()
                # The change was in what a ZIP says beside its contents, such as a time.
                assert reader.facts == facts
        except BackupError:
            refused += 1
    assert refused > 750


def test_rows_that_are_not_those_of_the_manifest_are_refused(database: Database, file: Path) -> None:
    tampered = edited(file, lambda manifest: None, {"tables/text_block": b"other bytes"})
    with pytest.raises(BackupError, match="the rows of text_block are not those that were written"):
        database.restore(tampered, "other")
    assert nothing_was_made(database)


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "a/./b", "", "a\0b"])
def test_an_original_that_would_lie_elsewhere_is_refused(
    database: Database, file: Path, tmp_path: Path, path: str
) -> None:
    original = {"path": path, "modified_ns": 0, "sha256": ""}
    tampered = edited(file, lambda manifest: manifest.update(originals=[original]))
    with pytest.raises(BackupError, match="cannot be used"):
        database.restore(tampered, "other", tmp_path / "originals")
    assert nothing_was_made(database)
    assert not (tmp_path / "originals").exists()


def test_rows_that_the_database_does_not_take_are_refused_and_leave_nothing(database: Database, file: Path) -> None:
    import hashlib

    def own_hash(manifest: dict[str, Any]) -> None:
        for table in manifest["tables"]:
            if table["name"] == "text_block":
                table["sha256"] = hashlib.sha256(b"other bytes").hexdigest()

    tampered = edited(file, own_hash, {"tables/text_block": b"other bytes"})
    with pytest.raises(BackupError, match="does not take the rows of text_block"):
        database.restore(tampered, "other")
    assert nothing_was_made(database)


@pytest.mark.parametrize(
    ("edit", "error"),
    [
        (lambda manifest: manifest.update(format=3), BackupError),
        (lambda manifest: manifest["migrations"].append("9999.from_the_future"), DatabaseVersionError),
    ],
)
def test_a_backup_of_a_newer_version_is_refused(
    database: Database, file: Path, edit: Edit, error: type[Exception]
) -> None:
    with pytest.raises(error, match="newer version of Schedario"):
        database.restore(edited(file, edit), "other")
    assert nothing_was_made(database)


@pytest.mark.parametrize(
    "edit",
    [
        lambda manifest: manifest["tables"].pop(),
        lambda manifest: manifest["tables"][0]["columns"].append("other"),
        lambda manifest: manifest["tables"][0].update(rows=99),
        lambda manifest: manifest.pop("tables"),
        lambda manifest: manifest.update(format="1"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(database: Database, file: Path, edit: Edit) -> None:
    with pytest.raises(BackupError, match="cannot be used"):
        database.restore(edited(file, edit), "other")
    assert nothing_was_made(database)


def test_a_backup_of_an_older_version_is_brought_up_to_the_code(database: Database, database_url: str) -> None:
    """The schema is made as it was, filled, and migrated when the archive is opened."""
    from schedario.db.address import from_url
    from schedario.db.migrate import known_migrations, make_schema, missing_migrations

    with database._connection() as connection:
        make_schema(
            connection, from_url(database_url), "restoring_old", "restoring_old, public", known_migrations()[:3]
        )
        assert missing_migrations(connection, "restoring_old") == known_migrations()[3:]
        connection.execute("ALTER SCHEMA restoring_old RENAME TO archive_old")
    assert database.archive("old", create=False).integrity.breaches() == []


def test_what_a_killed_restore_left_is_replaced(database: Database, file: Path) -> None:
    with database._connection() as connection:
        connection.execute("CREATE SCHEMA restoring_other")
        connection.execute("CREATE TABLE restoring_other.document (half INTEGER)")
    assert list(database.archives()) == ["main"]
    database.restore(file, "other")
    assert list(database.archives()) == ["main", "other"]
