-- A search field asks for beginnings of words first, and a job that is still looking for its units
-- says how many it has found.

-- Beginnings of one to three letters have entries of their own: without them the documents of all
-- words that begin so would be merged for each query.
DROP TABLE search_index;

CREATE VIRTUAL TABLE search_index USING fts5 (
  text, content = 'search_texts', content_rowid = 'document',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

INSERT INTO search_index (search_index) VALUES ('rebuild');

-- Units found so far; their final number is in job_stages.
ALTER TABLE jobs ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted >= 0);

PRAGMA user_version = 5;
