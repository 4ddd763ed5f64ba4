"""A writer that is killed in the middle leaves nothing half; writers at once do not harm each other."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg

from fixtures.database_process import DatabaseProcess, wait_until_blocked
from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive, Database
from schedario.records.document import DocumentStatus, NewDocument

WRITE = """
from fixtures.documents import NORTH, new_document
database = Database.open(home=home, url=os.environ["TEST_URL"])
archive = database.archive("main", create=False)
say("ready")
archive.documents.write(new_document("/docs/a.txt", [(f"new {i}", NORTH, (f"en:{i}", "en:new")) for i in range(50)]))
say("written")
"""


def pieces(text: str) -> NewDocument:
    return new_document("/docs/a.txt", [(text, NORTH, ("en:old",))])


def test_a_writer_killed_in_the_middle_leaves_the_old_version_whole(
    database_url: str, archive: Archive, tmp_path: Path
) -> None:
    old = archive.documents.write(pieces("old"))
    with (
        psycopg.connect(database_url) as holder,
        psycopg.connect(database_url, autocommit=True) as watcher,
        DatabaseProcess(tmp_path, WRITE, env={"TEST_URL": database_url}) as writer,
    ):
        # The counter comes after pages, chunks, vectors and frequencies: whoever waits for it has written the most.
        holder.execute("SELECT FROM archive_main.counter FOR UPDATE")
        writer.expect("ready")
        wait_until_blocked(watcher, "UPDATE counter")
        assert archive.documents.text(old.id) == "old"
        writer.kill()
        holder.rollback()
    assert archive.documents.by_path("/docs/a.txt") == old
    assert archive.documents.text(old.id) == "old"
    assert archive.search.frequencies(["en:new", "en:old"]) == {"en:old": 1}
    assert (archive.search.counts().documents, archive.search.counts().chunks) == (1, 1)
    assert archive.documents.write(pieces("newest")).id == old.id


def test_writers_of_the_same_text_end_with_one_original(database: Database, archive: Archive) -> None:
    def write(number: int) -> DocumentStatus:
        document = new_document(f"/docs/{number}.txt", [("same", NORTH, ("en:same", "en:words"))])
        return archive.documents.write(document).status

    with ThreadPoolExecutor(4) as threads:
        states = list(threads.map(write, range(12)))
    assert states.count(DocumentStatus.INDEXED) == 1
    assert states.count(DocumentStatus.DUPLICATE) == 11
    assert archive.search.frequencies(["en:same"]) == {"en:same": 1}


def test_writers_at_once_keep_the_counts_true(archive: Archive) -> None:
    def write(number: int) -> None:
        words = tuple(f"en:w{(number + step) % 7}" for step in range(5))
        written = archive.documents.write(new_document(f"/docs/{number}.txt", [(f"text {number}", NORTH, words)]))
        if number % 3 == 0:
            archive.documents.remove(written.id)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(21)))
    assert (archive.search.counts().documents, archive.search.counts().chunks) == (14, 14)
    # 14 chunks of 5 words each
    assert sum(archive.search.frequencies([f"en:w{n}" for n in range(7)]).values()) == 70
