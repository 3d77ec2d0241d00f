import type { Database } from 'better-sqlite3';

/** A reply that may answer an identical request. */
export interface StoredReply {
  key: string;
  executionId: string;
  userId: string;
  fingerprint: string;
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** What the first answer cost, in micro-dollars. */
  costMicroUsd: number;
  /** Given from here, and not paid again. */
  isCopy: boolean;
}

interface ReplyRow {
  key: string;
  executionId: string;
  userId: string;
  fingerprint: string;
  text: string;
  inputTokens: bigint;
  outputTokens: bigint;
  cost: bigint;
  isCopy: bigint;
}

const COLUMNS = `key, execution_id AS executionId, user_id AS userId, fingerprint, text, input_tokens AS inputTokens,
  output_tokens AS outputTokens, cost, is_copy AS isCopy`;

export function repliesOn(connection: Database) {
  const byKey = connection.prepare<[string], ReplyRow>(`SELECT ${COLUMNS} FROM baiql_reply WHERE key = ?`);
  const ofRun = connection.prepare<[string, string], ReplyRow>(
    `SELECT ${COLUMNS} FROM baiql_reply WHERE execution_id = ? AND fingerprint = ? LIMIT 1`,
  );
  const ofUser = connection.prepare<[string, string], ReplyRow>(
    `SELECT ${COLUMNS} FROM baiql_reply WHERE user_id = ? AND fingerprint = ? LIMIT 1`,
  );
  const between = connection.prepare<[string, string], ReplyRow>(
    `SELECT ${COLUMNS} FROM baiql_reply WHERE key > ? AND key < ?`,
  );
  const insert = connection.prepare(
    `INSERT INTO baiql_reply (key, execution_id, user_id, fingerprint, text, input_tokens, output_tokens, cost, is_copy, created_at)
     VALUES (@key, @executionId, @userId, @fingerprint, @text, @inputTokens, @outputTokens, @cost, @isCopy, @now)
     ON CONFLICT (key) DO NOTHING`,
  );
  // Counted as it is stored, so that nobody who looks at the run has to count its replies.
  const countCopy = connection.prepare(
    `UPDATE baiql_execution SET cached_replies = cached_replies + 1,
       cached_input_tokens = cached_input_tokens + @inputTokens,
       cached_output_tokens = cached_output_tokens + @outputTokens
     WHERE id = @executionId`,
  );
  return {
    byKey: (key: string): StoredReply | undefined => read(byKey.get(key)),
    /** The one whose key begins and ends so. */
    ofTransaction: (beginning: string, ending: string) =>
      read(between.all(beginning, `${beginning}~`).find(({ key }) => key.endsWith(ending))),
    ofRun: (executionId: string, fingerprint: string) => read(ofRun.get(executionId, fingerprint)),
    ofUser: (userId: string, fingerprint: string) => read(ofUser.get(userId, fingerprint)),
    insert: ({ costMicroUsd, isCopy, ...reply }: StoredReply, nowMs: number): void => {
      const row = { ...reply, cost: BigInt(costMicroUsd), isCopy: isCopy ? 1 : 0, now: BigInt(nowMs) };
      const isNew = insert.run(row).changes > 0;
      if (isNew && isCopy) countCopy.run(reply);
    },
  };
}

function read(row: ReplyRow | undefined): StoredReply | undefined {
  if (!row) return undefined;
  const { inputTokens, outputTokens, cost, isCopy, ...rest } = row;
  return {
    ...rest,
    inputTokens: Number(inputTokens),
    outputTokens: Number(outputTokens),
    costMicroUsd: Number(cost),
    isCopy: isCopy !== 0n,
  };
}
