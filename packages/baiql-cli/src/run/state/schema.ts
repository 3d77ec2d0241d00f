/** What a state file holds. Amounts are whole micro-dollars. */
export const SCHEMA_VERSION = 2;

/** What makes a file of the version before into one of this. */
export const FROM_VERSION_1 = 'ALTER TABLE replies ADD COLUMN finish TEXT';

export const SCHEMA = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  script TEXT NOT NULL,
  plan TEXT NOT NULL,
  model TEXT,
  base_url TEXT,
  memo TEXT,
  -- Who works on it: whoever takes a run up writes a new one, and an earlier owner's writes are refused.
  owner TEXT,
  status TEXT NOT NULL DEFAULT 'running',
  reason TEXT,
  started_at_ms INTEGER NOT NULL
) STRICT;

-- A reply is paid once: its key is unique for ever.
CREATE TABLE replies (
  key TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  fingerprint TEXT NOT NULL,
  text TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost_micro_usd INTEGER,
  -- How it ended, when not by itself.
  finish TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_by_fingerprint ON replies (fingerprint, run_id);

CREATE TABLE results (
  run_id TEXT NOT NULL REFERENCES runs (id),
  batch INTEGER NOT NULL,
  number INTEGER NOT NULL,
  status TEXT NOT NULL,
  result TEXT NOT NULL,
  PRIMARY KEY (run_id, batch, number)
) STRICT, WITHOUT ROWID;
`;

/** Of key, run, fingerprint, text, input and output tokens, cost, finish. A key that is there stays as it is: paid once. */
export const INSERT_REPLY = `
INSERT INTO replies (key, run_id, fingerprint, text, input_tokens, output_tokens, cost_micro_usd, finish)
VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
