-- Jobs: what is to be done, how far it is, and who does it. State and progress are apart: a job at
-- 100 % has not succeeded until its row says so.

CREATE TABLE jobs (
  -- AUTOINCREMENT: the id of a pruned job never comes back.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (length(kind) > 0),
  state TEXT NOT NULL CHECK (state = 'pending' OR state = 'running' OR state = 'cancelling'
    OR state = 'cancelled' OR state = 'failed' OR state = 'succeeded'),
  -- What to do, as canonical JSON of the kind.
  arguments TEXT NOT NULL,
  -- How often it was claimed; with the token, one worker's right to write.
  attempt INTEGER NOT NULL CHECK (attempt >= 0),
  claim TEXT CHECK (length(claim) = 36),
  -- The worker: process id, start time, boot and namespace of process ids.
  process INTEGER,
  started INTEGER,
  boot TEXT,
  namespace INTEGER,
  retry_of INTEGER,
  -- Units found so far, while they are being counted; their final number is in job_stages.
  counted INTEGER NOT NULL CHECK (counted >= 0),
  -- Units that were passed over, which count as done.
  skipped INTEGER NOT NULL CHECK (skipped >= 0),
  -- What came of it, such as 'nothing to do'; or why it failed.
  result TEXT,
  error_code TEXT,
  error TEXT,
  -- Grows with every progress write, which takes no store revision.
  tick INTEGER NOT NULL CHECK (tick >= 0),
  -- The store revision of the last change of state.
  revision INTEGER NOT NULL CHECK (revision > 0),
  created_at INTEGER NOT NULL CHECK (created_at >= 0),
  started_at INTEGER CHECK (started_at >= 0),
  finished_at INTEGER CHECK (finished_at >= 0),
  -- Whether it ended without success, and nobody has yet removed what it left outside the store.
  has_leftovers INTEGER NOT NULL CHECK (has_leftovers IN (0, 1)),
  CHECK ((state = 'cancelled' OR state = 'failed' OR state = 'succeeded')
    = (finished_at IS NOT NULL)),
  CHECK (claim IS NOT NULL OR (state != 'running' AND state != 'cancelling'))
) STRICT;

CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE INDEX jobs_with_leftovers ON jobs (kind, id) WHERE has_leftovers = 1;
-- What unfinished jobs try again, which therefore stays.
CREATE INDEX jobs_by_retry ON jobs (retry_of) WHERE retry_of IS NOT NULL AND finished_at IS NULL;

CREATE TABLE job_stages (
  -- The weighted parts of a job. Inserted once, with all totals, before work starts.
  job INTEGER NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 0),
  name TEXT NOT NULL,
  weight INTEGER NOT NULL CHECK (weight BETWEEN 1 AND 100),
  total INTEGER NOT NULL CHECK (total >= 0),
  done INTEGER NOT NULL CHECK (done BETWEEN 0 AND total),
  -- When the current attempt came to the stage, how many units were done then, and when a unit was
  -- last counted: the stage's own rate.
  begun_at INTEGER CHECK (begun_at >= 0),
  begun_done INTEGER NOT NULL CHECK (begun_done BETWEEN 0 AND done),
  counted_at INTEGER CHECK (counted_at >= 0),
  -- Milliseconds that all units take, by what job_paces knew when the stage was frozen.
  measured INTEGER CHECK (measured >= 0),
  PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_paces (
  -- What the stages of a kind of job took when one last succeeded.
  kind TEXT NOT NULL,
  stage TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  milliseconds INTEGER NOT NULL CHECK (milliseconds >= 0),
  PRIMARY KEY (kind, stage)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_units (
  -- The frozen list of what a job works through, in order.
  job INTEGER NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 0),
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  -- What became of it, where there is something to say.
  note TEXT,
  PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_attempts (
  -- One claim of a job each.
  job INTEGER NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt > 0),
  process INTEGER NOT NULL,
  started_at INTEGER NOT NULL CHECK (started_at >= 0),
  ended_at INTEGER CHECK (ended_at >= 0),
  outcome TEXT,
  error TEXT,
  PRIMARY KEY (job, attempt)
) STRICT, WITHOUT ROWID;

CREATE TABLE staged_replacements (
  -- Existing documents to which an import will give new fields.
  job INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- The unit that has them.
  position INTEGER NOT NULL,
  -- As that of documents, to verify that what was stored is what was read.
  fields_checksum INTEGER NOT NULL,
  PRIMARY KEY (job, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE staged_fields (
  -- The new fields of such a document.
  job INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  value ANY,
  PRIMARY KEY (job, id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_groups (
  -- The undo groups by which an import gave existing documents new fields; as long as its job is
  -- listed, it can be taken back.
  job INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- The content it was, and the group's number.
  epoch TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  PRIMARY KEY (job, id)
) STRICT, WITHOUT ROWID;

-- For people. The tools never select from a view.

CREATE VIEW job_progress AS
SELECT j.id, j.kind, j.state, j.attempt,
  -- In millionths of a per cent, so that sums stay whole numbers; rounded down once, and 100 only
  -- when every unit is done.
  CASE WHEN count(s.job) = 0 THEN NULL WHEN sum(s.total - s.done) = 0 THEN 100
    ELSE min(99, sum(CASE WHEN s.total = 0 THEN s.weight * 1000000
      ELSE s.weight * 1000000 * s.done / s.total END) / 1000000) END AS percent,
  sum(s.done) AS done, sum(s.total) AS total, j.skipped, j.result, j.error,
  strftime('%Y-%m-%dT%H:%M:%S', j.created_at / 1000, 'unixepoch')
    || printf('.%03dZ', j.created_at % 1000) AS created_at,
  strftime('%Y-%m-%dT%H:%M:%S', j.finished_at / 1000, 'unixepoch')
    || printf('.%03dZ', j.finished_at % 1000) AS finished_at
FROM jobs AS j LEFT JOIN job_stages AS s ON s.job = j.id GROUP BY j.id;

PRAGMA user_version = 3;
