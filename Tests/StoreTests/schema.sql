-- view latest_snapshots
CREATE VIEW latest_snapshots AS
SELECT kind, max(revision) AS revision, type, format, count, title, payload,
  strftime('%Y-%m-%dT%H:%M:%S', changed_at / 1000, 'unixepoch')
    || printf('.%03dZ', changed_at % 1000) AS changed_at,
  program || ' ' || program_version AS writer
FROM snapshots GROUP BY kind;

-- view store_status
CREATE VIEW store_status AS
SELECT store_id, incarnation, app_group, schema_version, revision,
  strftime('%Y-%m-%dT%H:%M:%S', created_at / 1000, 'unixepoch')
    || printf('.%03dZ', created_at % 1000) AS created_at,
  (SELECT count(DISTINCT kind) FROM snapshots) AS kinds,
  (SELECT strftime('%Y-%m-%dT%H:%M:%S', committed_at / 1000, 'unixepoch')
      || printf('.%03dZ', committed_at % 1000)
    FROM changes ORDER BY revision DESC LIMIT 1) AS last_change_at,
  (SELECT program || ' ' || program_version
    FROM changes ORDER BY revision DESC LIMIT 1) AS last_writer
FROM store;

-- table changes
CREATE TABLE changes (
  -- What each store revision changed. Bounded: the oldest revisions leave first and whole.
  revision INTEGER NOT NULL CHECK (revision > 0),
  position INTEGER NOT NULL CHECK (position >= 0),
  subject TEXT NOT NULL CHECK (subject IN ('store', 'snapshot', 'document', 'job')),
  name TEXT NOT NULL,
  -- 'removed' is a tombstone: the thing is gone, the fact that it went is not.
  action TEXT NOT NULL CHECK (action IN ('changed', 'removed')),
  committed_at INTEGER NOT NULL CHECK (committed_at >= 0),
  program TEXT NOT NULL,
  program_version TEXT NOT NULL,
  PRIMARY KEY (revision, position)
) STRICT, WITHOUT ROWID;

-- table refresh_requests
CREATE TABLE refresh_requests (
  -- The last time a display of this kind was asked to build a new timeline. No data.
  kind TEXT PRIMARY KEY,
  revision INTEGER NOT NULL CHECK (revision > 0),
  requested_at INTEGER NOT NULL CHECK (requested_at >= 0)
) STRICT, WITHOUT ROWID;

-- table snapshots
CREATE TABLE snapshots (
  -- The kept versions of each kind; the newest is the current record.
  kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 200),
  -- The store revision that made this version.
  revision INTEGER NOT NULL CHECK (revision > 0),
  type TEXT NOT NULL CHECK (length(type) > 0),
  format INTEGER NOT NULL CHECK (format > 0),
  -- Columns of a record of type 'count', beside its payload.
  count INTEGER,
  title TEXT,
  changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
  program TEXT NOT NULL,
  program_version TEXT NOT NULL,
  -- FNV-1a, 64 bits, over everything a reader is shown; see Documentation/Format.md.
  checksum INTEGER NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes = length(CAST(payload AS BLOB))),
  -- Canonical JSON: sorted keys, no white space.
  payload TEXT NOT NULL,
  PRIMARY KEY (kind, revision),
  CHECK ((type = 'count') = (count IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- table store
CREATE TABLE store (
  -- One row: which store this is, and how far it has come.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  store_id TEXT NOT NULL CHECK (length(store_id) = 36),
  -- The line of revisions; a restore begins a new one.
  incarnation TEXT NOT NULL CHECK (length(incarnation) = 36),
  app_group TEXT NOT NULL CHECK (length(app_group) BETWEEN 1 AND 128),
  -- Equal to PRAGMA user_version, which alone would wrap silently.
  schema_version INTEGER NOT NULL CHECK (schema_version > 0),
  -- +1 for every transaction that changes shared state; never goes back.
  revision INTEGER NOT NULL CHECK (revision >= 0),
  created_at INTEGER NOT NULL CHECK (created_at >= 0),
  -- The file this row was last written to by an opening writer: a log that lies beside another
  -- file, after one store was renamed over another, is found out by it.
  file_inode INTEGER NOT NULL
) STRICT;
