/** The schema of a state file. Amounts are whole micro-dollars. */
export const SCHEMA_VERSION = 6;

/** A run's memo, part by part, each as JSON. */
const MEMO_PARTS = `
CREATE TABLE memo_parts (
  run_id TEXT NOT NULL REFERENCES runs (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;
`;

/** Which run wrote a file last, by virtual path. Size and time tell whether the file is unchanged. */
const FILES = `
CREATE TABLE files (
  path TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  -- It has all transactions of its batch.
  is_whole INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  modified_ms REAL NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** From this schema version on, memos are stored by part. */
export const MEMO_PARTS_SINCE = 3;

/** Migrations to the next version, by version. Memos are split into parts in code. */
export const MIGRATIONS: Readonly<Record<number, string>> = {
  1: 'ALTER TABLE replies ADD COLUMN finish TEXT',
  2: MEMO_PARTS,
  // The time was not recorded; it is at least later than that of earlier runs.
  3: `
ALTER TABLE replies ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE replies SET at_ms = (SELECT started_at_ms FROM runs WHERE id = run_id)`,
  4: FILES,
  5: 'ALTER TABLE runs ADD COLUMN reuses INTEGER NOT NULL DEFAULT 0',
};

export const SET_FILE = `
INSERT INTO files (path, run_id, is_whole, size_bytes, modified_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET run_id = excluded.run_id, is_whole = excluded.is_whole,
  size_bytes = excluded.size_bytes, modified_ms = excluded.modified_ms`;

export const SET_MEMO_PART = `
INSERT INTO memo_parts (run_id, name, value) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET value = excluded.value`;

/**
 * Parameters: the key's prefix and its suffix, each twice. The reply was rejected, so neither it nor an equal one may
 * answer an identical request.
 */
export const REJECT_REPLY = `
UPDATE replies SET fingerprint = '' WHERE (fingerprint, text) IN (
  SELECT fingerprint, text FROM replies
  WHERE key > ? AND key < ? || '~' AND substr(key, -length(?)) = ? AND fingerprint <> '')`;

export const SCHEMA = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  script TEXT NOT NULL,
  plan TEXT NOT NULL,
  model TEXT,
  base_url TEXT,
  -- Who works on it: whoever takes a run up writes a new one, and an earlier owner's writes are refused.
  owner TEXT,
  status TEXT NOT NULL DEFAULT 'running',
  reason TEXT,
  started_at_ms INTEGER NOT NULL,
  -- It takes the answers of earlier runs.
  reuses INTEGER NOT NULL DEFAULT 0
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
  finish TEXT,
  at_ms INTEGER NOT NULL
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
${MEMO_PARTS}${FILES}`;

/** Parameters: a run's id and a `ReplyRow`. Existing keys are unchanged: they are paid. */
export const INSERT_REPLY = `
INSERT INTO replies (key, run_id, fingerprint, text, input_tokens, output_tokens, cost_micro_usd, finish, at_ms)
VALUES (@key, @runId, @fingerprint, @text, @inputTokens, @outputTokens, @costMicroUsd, @finish, @atMs)
ON CONFLICT DO NOTHING`;
