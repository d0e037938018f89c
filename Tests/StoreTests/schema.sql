-- view change_log
CREATE VIEW change_log AS
SELECT c.revision, c.subject, c.name, c.things, c.action,
  strftime('%Y-%m-%dT%H:%M:%S', c.committed_at / 1000, 'unixepoch')
    || printf('.%03dZ', c.committed_at % 1000) AS committed_at,
  w.program || ' ' || w.version AS writer
FROM changes AS c LEFT JOIN writers AS w ON w.id = c.writer;

-- view job_progress
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

-- view latest_snapshots
CREATE VIEW latest_snapshots AS
SELECT s.kind, s.revision, s.type, s.format, s.count, s.title, s.payload,
  strftime('%Y-%m-%dT%H:%M:%S', s.changed_at / 1000, 'unixepoch')
    || printf('.%03dZ', s.changed_at % 1000) AS changed_at,
  w.program || ' ' || w.version AS writer
FROM (SELECT kind, max(revision) AS revision FROM snapshots GROUP BY kind) AS n
  JOIN snapshots AS s ON s.kind = n.kind AND s.revision = n.revision
  LEFT JOIN writers AS w ON w.id = s.writer;

-- view refresh_requests
CREATE VIEW refresh_requests AS
SELECT s.kind, s.refresh_revision AS revision,
  strftime('%Y-%m-%dT%H:%M:%S', s.refresh_at / 1000, 'unixepoch')
    || printf('.%03dZ', s.refresh_at % 1000) AS requested_at
FROM (SELECT kind, max(revision) AS revision FROM snapshots GROUP BY kind) AS n
  JOIN snapshots AS s ON s.kind = n.kind AND s.revision = n.revision
WHERE s.refresh_revision IS NOT NULL;

-- view store_status
CREATE VIEW store_status AS
SELECT s.store_id, s.incarnation, s.app_group, s.schema_version, l.revision,
  strftime('%Y-%m-%dT%H:%M:%S', s.created_at / 1000, 'unixepoch')
    || printf('.%03dZ', s.created_at % 1000) AS created_at,
  (SELECT count(DISTINCT kind) FROM snapshots) AS kinds,
  l.committed_at AS last_change_at, l.writer AS last_writer
FROM store AS s, (SELECT * FROM change_log ORDER BY revision DESC LIMIT 1) AS l;

-- view undo_detail
CREATE VIEW undo_detail AS
SELECT d.id AS document, o.number, o.field, o.operation, o.before, o.after,
  typeof(o.before) AS before_type, typeof(o.after) AS after_type
FROM undo_operations AS o JOIN documents AS d ON d.key = o.document;

-- view undo_history
CREATE VIEW undo_history AS
SELECT d.id AS document, g.number,
  CASE WHEN g.number = d.open_group THEN 'open' WHEN g.number <= d.head THEN 'undo'
    ELSE 'redo' END AS side,
  g.name, g.operations, g.bytes, g.revision_from, g.revision_to,
  strftime('%Y-%m-%dT%H:%M:%S', g.changed_at / 1000, 'unixepoch')
    || printf('.%03dZ', g.changed_at % 1000) AS changed_at
FROM undo_groups AS g JOIN documents AS d ON d.key = g.document;

-- table changes
CREATE TABLE changes (
  -- What each store revision changed; the newest one is the revision of the store, +1 for every
  -- transaction that changes shared state. Bounded: the oldest revisions leave first and whole, the
  -- newest never.
  revision INTEGER NOT NULL CHECK (revision >= 0),
  position INTEGER NOT NULL CHECK (position >= 0),
  subject TEXT NOT NULL CHECK (subject = 'store' OR subject = 'snapshot' OR subject = 'document'
    OR subject = 'job'),
  -- Of one thing its name; '*' of many.
  name TEXT NOT NULL,
  -- How many things the row stands for: more than one only where a revision changed very many.
  things INTEGER NOT NULL CHECK (things > 0),
  -- 'removed' is a tombstone: the thing is gone, the fact that it went is not.
  action TEXT NOT NULL CHECK (action = 'changed' OR action = 'removed'),
  committed_at INTEGER NOT NULL CHECK (committed_at >= 0),
  writer INTEGER NOT NULL,
  -- FNV-1a, 64 bits, over the columns before it; see Documentation/Format.md.
  checksum INTEGER NOT NULL,
  PRIMARY KEY (revision, position)
) STRICT, WITHOUT ROWID;

-- table counted_kinds
CREATE TABLE counted_kinds (
  -- Kinds whose count is the number of documents with this value in this field.
  kind TEXT PRIMARY KEY CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 200),
  field TEXT NOT NULL,
  value ANY
) STRICT, WITHOUT ROWID;

-- table documents
CREATE TABLE documents (
  -- One row a document, with the cursor of its journal: group numbers up to head can be undone,
  -- greater ones redone.
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 500),
  -- The import that made the document, if one did.
  import INTEGER,
  -- The random id of the loaded content: a result computed for another epoch is stale.
  epoch TEXT NOT NULL CHECK (length(epoch) = 36),
  -- The store revision that last changed the document. NULL: it is as its import made it, has the
  -- revision of the import's row, and is hidden while that has none.
  revision INTEGER CHECK (revision > 0),
  created_at INTEGER NOT NULL CHECK (created_at >= 0),
  changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
  head INTEGER NOT NULL CHECK (head >= 0),
  -- The greatest group number ever given; numbers are never used again.
  last_group INTEGER NOT NULL CHECK (last_group >= head),
  -- The group that is being recorded, if any; its owner is in open_groups.
  open_group INTEGER CHECK (open_group <= last_group),
  -- Kept by the transactions that change them, so that no question needs a scan.
  undo_groups INTEGER NOT NULL CHECK (undo_groups >= 0),
  undo_bytes INTEGER NOT NULL CHECK (undo_bytes >= 0),
  redo_groups INTEGER NOT NULL CHECK (redo_groups >= 0),
  redo_bytes INTEGER NOT NULL CHECK (redo_bytes >= 0),
  -- Limits of the journal; 0 is none.
  maximum_groups INTEGER NOT NULL CHECK (maximum_groups >= 0),
  maximum_bytes INTEGER NOT NULL CHECK (maximum_bytes >= 0),
  maximum_group_bytes INTEGER NOT NULL CHECK (maximum_group_bytes >= 0),
  -- FNV-1a, 64 bits, of each field, added up: an edit subtracts what was and adds what is. Then of
  -- the other columns and that sum; see Documentation/Format.md.
  fields_checksum INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  CHECK (revision IS NOT NULL OR import IS NOT NULL)
) STRICT;

-- table fields
CREATE TABLE fields (
  -- The fields as they stand. NULL is a value; an absent field has no row.
  document INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 200),
  value ANY,
  PRIMARY KEY (document, name)
) STRICT, WITHOUT ROWID;

-- table import_counts
CREATE TABLE import_counts (
  -- How many of an import's unchanged documents count for a counted kind.
  job INTEGER NOT NULL,
  kind TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 0),
  PRIMARY KEY (job, kind)
) STRICT, WITHOUT ROWID;

-- table import_groups
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

-- table imports
CREATE TABLE imports (
  -- The new documents of one import: this one row shows or hides all of them.
  job INTEGER PRIMARY KEY,
  -- The store revision that showed them; NULL before that, and after the import was taken back.
  revision INTEGER CHECK (revision > 0),
  -- How many documents name it, and how many have been changed or deleted since they were shown.
  documents INTEGER NOT NULL CHECK (documents >= 0),
  touched INTEGER NOT NULL CHECK (touched >= 0),
  -- Over the other columns.
  checksum INTEGER NOT NULL
) STRICT;

-- table job_attempts
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

-- table job_paces
CREATE TABLE job_paces (
  -- What the stages of a kind of job took when one last succeeded.
  kind TEXT NOT NULL,
  stage TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  milliseconds INTEGER NOT NULL CHECK (milliseconds >= 0),
  PRIMARY KEY (kind, stage)
) STRICT, WITHOUT ROWID;

-- table job_stages
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

-- table job_units
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

-- table jobs
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

-- table open_groups
CREATE TABLE open_groups (
  -- Who records the open group of a document, and what becomes of it if its owner dies.
  document INTEGER PRIMARY KEY,
  number INTEGER NOT NULL CHECK (number > 0),
  level INTEGER NOT NULL CHECK (level > 0),
  interrupted TEXT NOT NULL CHECK (interrupted = 'revert' OR interrupted = 'keep'),
  -- Only who knows the token may go on with the group.
  token TEXT NOT NULL CHECK (length(token) = 36),
  -- The owner: process id, start time, boot and namespace of process ids.
  process INTEGER NOT NULL,
  started INTEGER NOT NULL,
  boot TEXT NOT NULL,
  namespace INTEGER NOT NULL
) STRICT;

-- table search_index
CREATE VIRTUAL TABLE search_index USING fts5 (
  text, content = 'search_texts', content_rowid = 'document', tokenize = 'ascii', prefix = '1 2'
);

-- table search_texts
CREATE TABLE search_texts (
  -- What is indexed of a document: its text fields in the order of their names, then the name of
  -- the file that it was made of, a line each. Prepared: see Documentation/Format.md.
  document INTEGER PRIMARY KEY,
  -- The version of the rules by which the text was prepared.
  rule INTEGER NOT NULL CHECK (rule > 0),
  text TEXT NOT NULL
) STRICT;

-- table snapshots
CREATE TABLE snapshots (
  -- The kept versions of each kind; the one of the greatest revision is the current record. A kind
  -- has as many slots as versions are kept, and a new version overwrites the slot of the one that
  -- leaves: its row stays in its page, and the index never changes.
  kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 200),
  slot INTEGER NOT NULL CHECK (slot >= 0),
  -- The store revision that made this version.
  revision INTEGER NOT NULL CHECK (revision > 0),
  bytes INTEGER NOT NULL CHECK (bytes = length(CAST(payload AS BLOB))),
  -- FNV-1a, 64 bits, over everything a reader is shown; see Documentation/Format.md.
  checksum INTEGER NOT NULL,
  changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
  writer INTEGER NOT NULL,
  -- The last time a display of this kind was asked to build a new timeline, carried on from
  -- version to version.
  refresh_revision INTEGER CHECK (refresh_revision > 0),
  refresh_at INTEGER CHECK (refresh_at >= 0),
  type TEXT NOT NULL CHECK (length(type) > 0),
  format INTEGER NOT NULL CHECK (format > 0),
  -- Columns of a record of type 'count', beside its payload.
  count INTEGER,
  title TEXT,
  -- Canonical JSON: sorted keys, no white space. Last, so that lists need not read it.
  payload TEXT NOT NULL,
  UNIQUE (kind, slot),
  CHECK ((type = 'count') = (count IS NOT NULL)),
  CHECK ((refresh_revision IS NULL) = (refresh_at IS NULL))
) STRICT;

-- table sqlite_sequence
CREATE TABLE sqlite_sequence(name,seq);

-- table staged_fields
CREATE TABLE staged_fields (
  -- The new fields of such a document.
  job INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  value ANY,
  PRIMARY KEY (job, id, name)
) STRICT, WITHOUT ROWID;

-- table staged_replacements
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

-- table store
CREATE TABLE store (
  -- One row: which store this is, which line of revisions it is on, and which log belongs to it.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The line of revisions; a restore begins a new one.
  incarnation TEXT NOT NULL CHECK (length(incarnation) = 36),
  -- Which log lies on which file: the log's own number, that of the checkpoint it was begun after,
  -- that of the checkpoint that is next, how many there were, and the schema cookie at the log's
  -- beginning and at the last checkpoint.
  log_id INTEGER NOT NULL,
  log_base INTEGER NOT NULL,
  checkpoint_id INTEGER NOT NULL,
  mark INTEGER NOT NULL CHECK (mark >= 0),
  base_cookie INTEGER NOT NULL,
  cookie INTEGER NOT NULL,
  -- The file this row was last written to by an opening writer.
  file_inode INTEGER NOT NULL,
  -- Equal to PRAGMA user_version, which alone would wrap silently.
  schema_version INTEGER NOT NULL CHECK (schema_version > 0),
  created_at INTEGER NOT NULL CHECK (created_at >= 0),
  store_id TEXT NOT NULL CHECK (length(store_id) = 36),
  app_group TEXT NOT NULL CHECK (length(app_group) BETWEEN 1 AND 128)
) STRICT;

-- table undo_groups
CREATE TABLE undo_groups (
  -- One user action: the unit of undo and redo. Closed groups never change.
  document INTEGER NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  name TEXT,
  operations INTEGER NOT NULL CHECK (operations >= 0),
  -- Octets of the name + 32, and of each operation: field + before + after + 16.
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  revision_from INTEGER NOT NULL CHECK (revision_from > 0),
  revision_to INTEGER NOT NULL CHECK (revision_to >= revision_from),
  changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
  -- As those of a document, over the operations and over the other columns with their sum.
  operations_checksum INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (document, number)
) STRICT, WITHOUT ROWID;

-- table undo_operations
CREATE TABLE undo_operations (
  -- What a group did to one field: the first value before it and the last one after it.
  document INTEGER NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  field TEXT NOT NULL,
  -- 'add': there was no field before; 'remove': there is none after.
  operation TEXT NOT NULL CHECK (operation = 'add' OR operation = 'set' OR operation = 'remove'),
  before ANY,
  after ANY,
  PRIMARY KEY (document, number, field)
) STRICT, WITHOUT ROWID;

-- table writers
CREATE TABLE writers (
  -- Programs that have written; id is the checksum of both texts.
  id INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  version TEXT NOT NULL
) STRICT;

-- index documents_by_import
CREATE INDEX documents_by_import ON documents (import) WHERE import IS NOT NULL;

-- index hidden_imports
CREATE INDEX hidden_imports ON imports (job) WHERE revision IS NULL;

-- index jobs_by_retry
CREATE INDEX jobs_by_retry ON jobs (retry_of) WHERE retry_of IS NOT NULL AND finished_at IS NULL;

-- index jobs_by_state
CREATE INDEX jobs_by_state ON jobs (state, id);

-- index jobs_with_leftovers
CREATE INDEX jobs_with_leftovers ON jobs (kind, id) WHERE has_leftovers = 1;

-- index sqlite_autoindex_documents_1
(made by SQLite);

-- index sqlite_autoindex_snapshots_1
(made by SQLite);
