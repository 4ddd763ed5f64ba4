-- What the queue keeps beside procrastinate's own tables, which come first (see migrate.py); and the attempts of each file.
-- depends: 0007.space_detail

-- procrastinate looks for other jobs with the same lock at every fetch.
CREATE INDEX procrastinate_jobs_lock ON procrastinate_jobs (lock);

CREATE TABLE job_trouble (
    job_id   BIGINT      PRIMARY KEY REFERENCES procrastinate_jobs (id) ON DELETE CASCADE,
    failures INTEGER     NOT NULL CHECK (failures >= 1),
    code     TEXT        NOT NULL,
    message  TEXT        NOT NULL,
    at       TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE queue_pause (
    id        BOOLEAN     PRIMARY KEY DEFAULT TRUE CHECK (id),
    paused_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

ALTER TABLE document
ADD COLUMN first_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
ADD COLUMN attempts INTEGER NOT NULL DEFAULT 1 CHECK (attempts >= 1),
ADD COLUMN attempted_at TIMESTAMPTZ NOT NULL DEFAULT now(),
ADD COLUMN attempt_hash TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN attempt_fingerprint TEXT NOT NULL DEFAULT '';

UPDATE document
SET
    first_seen_at = indexed_at,
    attempted_at = indexed_at,
    attempt_hash = CASE WHEN status = 'indexed' AND problem_code IS NOT NULL THEN '' ELSE content_hash END,
    attempt_fingerprint = fingerprint;
