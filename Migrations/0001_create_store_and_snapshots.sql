-- Times are integer milliseconds since 1970-01-01T00:00:00Z; the views show them as ISO 8601.
-- Words are compared with OR: three words or more behind IN cost a temporary B-tree at each insert.

-- The first table, so that its one page can be found in the file without SQLite.
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

CREATE TABLE writers (
  -- Programs that have written; id is the checksum of both texts.
  id INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  version TEXT NOT NULL
) STRICT;

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

CREATE TABLE counted_kinds (
  -- Kinds whose count is the number of documents with this value in this field.
  kind TEXT PRIMARY KEY CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 200),
  field TEXT NOT NULL,
  value ANY
) STRICT, WITHOUT ROWID;

-- For people. The tools never select from a view.

CREATE VIEW latest_snapshots AS
SELECT s.kind, s.revision, s.type, s.format, s.count, s.title, s.payload,
  strftime('%Y-%m-%dT%H:%M:%S', s.changed_at / 1000, 'unixepoch')
    || printf('.%03dZ', s.changed_at % 1000) AS changed_at,
  w.program || ' ' || w.version AS writer
FROM (SELECT kind, max(revision) AS revision FROM snapshots GROUP BY kind) AS n
  JOIN snapshots AS s ON s.kind = n.kind AND s.revision = n.revision
  LEFT JOIN writers AS w ON w.id = s.writer;

CREATE VIEW refresh_requests AS
SELECT s.kind, s.refresh_revision AS revision,
  strftime('%Y-%m-%dT%H:%M:%S', s.refresh_at / 1000, 'unixepoch')
    || printf('.%03dZ', s.refresh_at % 1000) AS requested_at
FROM (SELECT kind, max(revision) AS revision FROM snapshots GROUP BY kind) AS n
  JOIN snapshots AS s ON s.kind = n.kind AND s.revision = n.revision
WHERE s.refresh_revision IS NOT NULL;

CREATE VIEW change_log AS
SELECT c.revision, c.subject, c.name, c.things, c.action,
  strftime('%Y-%m-%dT%H:%M:%S', c.committed_at / 1000, 'unixepoch')
    || printf('.%03dZ', c.committed_at % 1000) AS committed_at,
  w.program || ' ' || w.version AS writer
FROM changes AS c LEFT JOIN writers AS w ON w.id = c.writer;

CREATE VIEW store_status AS
SELECT s.store_id, s.incarnation, s.app_group, s.schema_version, l.revision,
  strftime('%Y-%m-%dT%H:%M:%S', s.created_at / 1000, 'unixepoch')
    || printf('.%03dZ', s.created_at % 1000) AS created_at,
  (SELECT count(DISTINCT kind) FROM snapshots) AS kinds,
  l.committed_at AS last_change_at, l.writer AS last_writer
FROM store AS s, (SELECT * FROM change_log ORDER BY revision DESC LIMIT 1) AS l;

PRAGMA application_id = 0x53535431;
PRAGMA user_version = 1;
