-- Full-text search over the text fields of documents. The index is kept by the transactions that
-- change the texts; no trigger stands behind it.

CREATE TABLE search_texts (
  -- What is indexed of a document: its text fields in the order of their names, a line each.
  document INTEGER PRIMARY KEY REFERENCES documents (key),
  text TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE search_index USING fts5 (
  text, content = 'search_texts', content_rowid = 'document',
  tokenize = 'unicode61 remove_diacritics 2'
);

INSERT INTO search_texts (document, text)
SELECT document, group_concat(value, char(10))
FROM (SELECT document, value FROM fields WHERE typeof(value) = 'text' ORDER BY document, name)
GROUP BY document;

INSERT INTO search_index (search_index) VALUES ('rebuild');

PRAGMA user_version = 3;
