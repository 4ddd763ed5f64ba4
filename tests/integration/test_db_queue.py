"""The queue: one waiting job for a subject, its order, its failures, its pauses."""

import os

import psycopg
import pytest

from schedario.db.database import Archive
from schedario.db.queue_schema import last_queue_file, queue_files
from schedario.records.document import Problem
from schedario.records.job import JobId, JobKind, JobState, NewJob, Pace, Queued

INDEX, ANALYSE = JobKind.INDEX, JobKind.ANALYSE


def index(*paths: str) -> list[NewJob]:
    return [NewJob(INDEX, path) for path in paths]


def subjects(archive: Archive) -> list[str]:
    return [job.subject for job in archive.queue.jobs(100)]


def take(url: str, count: int = 1) -> list[int]:
    """Take jobs as a worker would that is never heard of again."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET search_path TO archive_main, public")
        made = connection.execute("SELECT worker_id FROM procrastinate_register_worker_v1()").fetchone()
        assert made
        taken = [
            connection.execute("SELECT id FROM procrastinate_fetch_job_v2(NULL, %s)", made).fetchone()
            for _ in range(count)
        ]
        connection.execute("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'")
    return [row[0] for row in taken if row and row[0]]


def test_the_migrations_take_in_all_that_the_package_brings() -> None:
    assert last_queue_file() == queue_files()[-1]


def test_jobs_wait_in_the_order_in_which_they_were_queued(archive: Archive) -> None:
    assert archive.queue.enqueue(index("/b", "/a", "/c")) == Queued(new=3, known=0)
    assert subjects(archive) == ["/b", "/a", "/c"]


def test_an_indexing_job_goes_before_an_analysis_that_was_queued_first(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue([NewJob(ANALYSE, "abcdefgh"), *index("/a")])
    assert subjects(archive) == ["/a", "abcdefgh"]
    take(database_url)
    assert [job.subject for job in archive.queue.jobs(100) if job.state is JobState.RUNNING] == ["/a"]


def test_a_file_waits_once_however_often_it_is_queued(archive: Archive) -> None:
    archive.queue.enqueue(index("/a", "/b"))
    assert archive.queue.enqueue(index("/b", "/c", "/c")) == Queued(new=1, known=2)
    assert subjects(archive) == ["/a", "/b", "/c"]


def test_a_file_that_is_being_indexed_can_be_queued_again(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a"))
    (job,) = take(database_url)
    archive.queue.begin(JobId(job))
    assert archive.queue.enqueue(index("/a")) == Queued(new=1, known=0)
    # Not at the same time: whoever asks next gets nothing.
    assert take(database_url) == []
    assert not archive.queue.index_due()


@pytest.mark.parametrize("path", ["/a b%20c/ü.txt", os.fsdecode(b"/docs/\xff\xfe.txt"), "/x" * 1300])
def test_any_path_comes_back_as_it_was(archive: Archive, path: str) -> None:
    archive.queue.enqueue(index(path))
    assert subjects(archive) == [path]


def test_a_dead_workers_job_is_taken_over_and_counted(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a", "/b"))
    take(database_url)
    assert archive.queue.take_over(attempts=3) == 1
    first = archive.queue.jobs(100)[0]
    assert (first.subject, first.state, first.failures) == ("/a", JobState.WAITING, 1)
    assert first.problem is not None
    assert first.problem.code == "worker_lost"


def test_a_job_that_workers_die_of_is_parked(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/poison", "/good"))
    for _ in range(3):
        take(database_url)
        archive.queue.take_over(attempts=3)
    states = {job.subject: (job.state, job.failures) for job in archive.queue.jobs(100)}
    assert states == {"/poison": (JobState.PARKED, 3), "/good": (JobState.WAITING, 0)}


def test_a_job_that_waits_again_meets_no_other_of_its_subject(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a"))
    take(database_url)
    archive.queue.enqueue(index("/a"))
    assert archive.queue.take_over(attempts=3) == 1
    assert subjects(archive) == ["/a", "/a"]
    assert len(take(database_url, 2)) == 1


def test_the_jobs_of_a_living_worker_are_left_alone(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a"))
    take(database_url)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE archive_main.procrastinate_workers SET last_heartbeat = now()")
    assert archive.queue.take_over(attempts=3) == 0
    assert archive.queue.lengths().workers == 1


def test_what_is_queued_anew_replaces_what_was_parked(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a"))
    take(database_url)
    archive.queue.take_over(attempts=1)
    assert archive.queue.lengths().parked == 1
    assert archive.queue.enqueue(index("/a")) == Queued(new=1, known=0)
    (job,) = archive.queue.jobs(100)
    assert (job.state, job.failures, job.problem) == (JobState.WAITING, 0, None)


def test_parked_jobs_are_tried_again_on_request(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a", "/b"))
    for job in take(database_url, 2):
        assert archive.queue.note_trouble(JobId(job), Problem("embedder", "away")) == 1
    archive.queue.take_over(attempts=1)
    assert archive.queue.retry_parked(["/b"]) == 1
    assert {job.subject: (job.state, job.failures) for job in archive.queue.jobs(100)} == {
        "/a": (JobState.PARKED, 2),
        "/b": (JobState.WAITING, 0),
    }
    assert archive.queue.retry_parked() == 1
    assert archive.queue.lengths().parked == 0


def test_a_parked_job_is_forgotten_when_its_file_came_in_otherwise(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a", "/b"))
    take(database_url, 2)
    archive.queue.take_over(attempts=1)
    archive.queue.forget_parked(["/a"])
    assert subjects(archive) == ["/b"]


def test_the_lengths_add_up(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue([*index("/a", "/b", "/c"), NewJob(ANALYSE, "abcdefgh")])
    take(database_url)
    archive.queue.take_over(attempts=1)
    take(database_url)
    archive.queue.pause()
    archive.queue.pause()
    lengths = archive.queue.lengths()
    assert (lengths.running, lengths.waiting, lengths.parked) == (1, {INDEX: 1, ANALYSE: 1}, 1)
    assert lengths.paused
    archive.queue.resume()
    assert not archive.queue.is_paused()


def test_jobs_of_some_states_are_listed_alone(archive: Archive, database_url: str) -> None:
    archive.queue.enqueue(index("/a", "/b", "/c"))
    take(database_url)
    assert [job.subject for job in archive.queue.jobs(100, (JobState.RUNNING,))] == ["/a"]
    assert [job.subject for job in archive.queue.jobs(1, (JobState.PARKED, JobState.WAITING))] == ["/b"]
    assert all(job.queued_at for job in archive.queue.jobs(100))


def test_the_pace_is_of_files_that_were_settled_lately(archive: Archive, database_url: str) -> None:
    assert archive.queue.pace(600) == Pace(0, 0.0)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET search_path TO archive_main, public")
        for seconds, id_ in ((10, "aaaaaaaa"), (200, "bbbbbbbb"), (700, "cccccccc")):
            connection.execute(
                "INSERT INTO document (id, path, name, status, problem_code, problem_message, size_bytes, modified,"
                " content_hash, attempted_at) VALUES (%s, convert_to(%s, 'UTF8'), 'a', 'failed', 'x', 'y', 1, now(),"
                " '', now() - make_interval(secs => %s))",
                (id_, f"/{id_}", seconds),
            )
    pace = archive.queue.pace(600)
    assert pace.settled == 2
    assert 200 <= pace.seconds < 260
