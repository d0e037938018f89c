-- Documents are ids with typed fields; each keeps an undo journal of its own, in the same
-- transactions as its data. `document` is a key of documents in every table here.

CREATE TABLE documents (
  -- One row a document, with the cursor of its journal: group numbers up to head can be undone,
  -- greater ones redone.
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 500),
  -- The job that is making the document; nobody sees it until the job commits.
  staged_by INTEGER,
  -- The random id of the loaded content: a result computed for another epoch is stale.
  epoch TEXT NOT NULL CHECK (length(epoch) = 36),
  -- The store revision that last changed the document.
  revision INTEGER NOT NULL CHECK (revision > 0),
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
  checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX staged_documents_by_job ON documents (staged_by) WHERE staged_by IS NOT NULL;

CREATE TABLE fields (
  -- The fields as they stand. NULL is a value; an absent field has no row.
  document INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 200),
  value ANY,
  PRIMARY KEY (document, name)
) STRICT, WITHOUT ROWID;

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

-- Full-text search over the text fields of documents. The index is kept by the transactions that
-- change the texts; no trigger stands behind it.

CREATE TABLE search_texts (
  -- What is indexed of a document: its text fields in the order of their names, then the name of
  -- the file that it was made of, a line each. Prepared: see Documentation/Format.md.
  document INTEGER PRIMARY KEY,
  -- The version of the rules by which the text was prepared.
  rule INTEGER NOT NULL CHECK (rule > 0),
  text TEXT NOT NULL
) STRICT;

-- Prepared text needs no table of characters: words are what is no ASCII but letters and digits.
-- Beginnings of one and two letters have entries of their own: a search field asks for them first,
-- and without them the documents of all words that begin so would be merged for each query.
CREATE VIRTUAL TABLE search_index USING fts5 (
  text, content = 'search_texts', content_rowid = 'document', tokenize = 'ascii', prefix = '1 2'
);

-- Parts of the index are merged in larger steps than FTS5's own: an edit pays for less of it.
INSERT INTO search_index (search_index, rank) VALUES ('automerge', 16);
INSERT INTO search_index (search_index, rank) VALUES ('crisismerge', 32);

-- For people. The tools never select from a view.

CREATE VIEW undo_history AS
SELECT d.id AS document, g.number,
  CASE WHEN g.number = d.open_group THEN 'open' WHEN g.number <= d.head THEN 'undo'
    ELSE 'redo' END AS side,
  g.name, g.operations, g.bytes, g.revision_from, g.revision_to,
  strftime('%Y-%m-%dT%H:%M:%S', g.changed_at / 1000, 'unixepoch')
    || printf('.%03dZ', g.changed_at % 1000) AS changed_at
FROM undo_groups AS g JOIN documents AS d ON d.key = g.document;

CREATE VIEW undo_detail AS
SELECT d.id AS document, o.number, o.field, o.operation, o.before, o.after,
  typeof(o.before) AS before_type, typeof(o.after) AS after_type
FROM undo_operations AS o JOIN documents AS d ON d.key = o.document;

PRAGMA user_version = 2;
