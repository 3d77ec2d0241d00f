/** What a state file holds. Amounts are whole micro-dollars. */
export const SCHEMA_VERSION = 5;

/** What a run must remember besides its results, part by part, each as JSON. */
const MEMO_PARTS = `
CREATE TABLE memo_parts (
  run_id TEXT NOT NULL REFERENCES runs (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;
`;

/** Which run wrote a file last, by its virtual path. Its size and time tell whether it is still that file. */
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

/** From this version on memos are kept by their parts. */
export const MEMO_PARTS_SINCE = 3;

/** By its version, what makes a file into one of the next. Memos are put in by their parts in code. */
export const TO_NEXT_VERSION: Readonly<Record<number, string>> = {
  1: 'ALTER TABLE replies ADD COLUMN finish TEXT',
  2: MEMO_PARTS,
  // Nobody wrote down when: later than what earlier runs were given, at least.
  3: `
ALTER TABLE replies ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE replies SET at_ms = (SELECT started_at_ms FROM runs WHERE id = run_id)`,
  4: FILES,
};

export const SET_FILE = `
INSERT INTO files (path, run_id, is_whole, size_bytes, modified_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET run_id = excluded.run_id, is_whole = excluded.is_whole,
  size_bytes = excluded.size_bytes, modified_ms = excluded.modified_ms`;

export const SET_MEMO_PART = `
INSERT INTO memo_parts (run_id, name, value) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET value = excluded.value`;

/**
 * Of a key's beginning, twice, and its end, twice: the reply could not be used, so that neither it nor an equal one answers
 * an identical request.
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

/** Of a run's id and a `ReplyRow`. A key that is there stays as it is: paid once. */
export const INSERT_REPLY = `
INSERT INTO replies (key, run_id, fingerprint, text, input_tokens, output_tokens, cost_micro_usd, finish, at_ms)
VALUES (@key, @runId, @fingerprint, @text, @inputTokens, @outputTokens, @costMicroUsd, @finish, @atMs)
ON CONFLICT DO NOTHING`;
