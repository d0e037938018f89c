-- Full-text search over the text fields of documents. The index is kept by the transactions that
-- change the texts; no trigger stands behind it.

CREATE TABLE search_texts (
  -- What is indexed of a document: its text fields in the order of their names, a line each.
  document INTEGER PRIMARY KEY REFERENCES documents (key),
  text TEXT NOT NULL
) STRICT;

-- Beginnings of one to three letters, which is what a search field asks for first, have entries of
-- their own: without them the documents of all words that begin so would be merged for each query.
CREATE VIRTUAL TABLE search_index USING fts5 (
  text, content = 'search_texts', content_rowid = 'document',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

INSERT INTO search_texts (document, text)
SELECT document, group_concat(value, char(10))
FROM (SELECT document, value FROM fields WHERE typeof(value) = 'text' ORDER BY document, name)
GROUP BY document;

INSERT INTO search_index (search_index) VALUES ('rebuild');

PRAGMA user_version = 3;
