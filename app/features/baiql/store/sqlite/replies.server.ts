import type { ReplyFinish } from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import { NOT_REUSED, type StoredReply } from '../run-store.server';

interface ReplyRow {
  key: string;
  executionId: string;
  userId: string;
  fingerprint: string;
  taskHash: string;
  text: string;
  inputTokens: bigint;
  outputTokens: bigint;
  cost: bigint;
  isCopy: bigint;
  finish: ReplyFinish | null;
}

const COLUMNS = `key, execution_id AS executionId, user_id AS userId, fingerprint, task_hash AS taskHash, text, input_tokens AS inputTokens,
  output_tokens AS outputTokens, cost, is_copy AS isCopy, finish`;

export function replyStatements(connection: Database) {
  const byKey = connection.prepare<[string], ReplyRow>(`SELECT ${COLUMNS} FROM baiql_reply WHERE key = ?`);
  // The latest: asking again, or NOCACHE, wanted a reply other than the stored one.
  const ofRun = connection.prepare<[string, string], ReplyRow>(
    `SELECT ${COLUMNS} FROM baiql_reply WHERE execution_id = ? AND fingerprint = ? ORDER BY created_at DESC LIMIT 1`,
  );
  const ofUser = connection.prepare<[string, string], ReplyRow>(
    `SELECT ${COLUMNS} FROM baiql_reply WHERE user_id = ? AND fingerprint = ? ORDER BY created_at DESC LIMIT 1`,
  );
  const between = connection.prepare<[string, string], ReplyRow>(
    `SELECT ${COLUMNS} FROM baiql_reply WHERE key > ? AND key < ?`,
  );
  const latestOfUser = connection.prepare<[string, string], { at: bigint | null }>(
    'SELECT max(created_at) AS at FROM baiql_reply WHERE user_id = ? AND fingerprint = ?',
  );
  const insert = connection.prepare(
    `INSERT INTO baiql_reply (key, execution_id, user_id, fingerprint, task_hash, text, input_tokens, output_tokens, cost, is_copy, finish, created_at)
     VALUES (@key, @executionId, @userId, @fingerprint, @taskHash, @text, @inputTokens, @outputTokens, @cost, @isCopy, @finish, @now)
     ON CONFLICT (key) DO NOTHING`,
  );
  const dropFromReuse = connection.prepare<[string, string, string]>(
    `UPDATE baiql_reply SET fingerprint = '${NOT_REUSED}' WHERE user_id = ? AND fingerprint = ? AND text = ?`,
  );
  // Counted when stored, so that reading the run doesn't count its replies.
  const countCopy = connection.prepare(
    `UPDATE baiql_execution SET cached_replies = cached_replies + 1,
       cached_input_tokens = cached_input_tokens + @inputTokens,
       cached_output_tokens = cached_output_tokens + @outputTokens
     WHERE id = @executionId`,
  );
  const ofTransaction = (beginning: string, ending: string): ReplyRow | undefined =>
    between.all(beginning, `${beginning}~`).find(({ key }) => key.endsWith(ending));
  return {
    byKey: (key: string): StoredReply | undefined => read(byKey.get(key)),
    /** The reply whose key begins and ends with these. */
    ofTransaction: (beginning: string, ending: string) => read(ofTransaction(beginning, ending)),
    /** Marks a reply as unusable: it and its copies only answer their own keys from now on. */
    reject: (beginning: string, ending: string): void => {
      const bad = ofTransaction(beginning, ending);
      if (bad === undefined || bad.fingerprint === NOT_REUSED) return;
      dropFromReuse.run(bad.userId, bad.fingerprint, bad.text);
    },
    ofRun: (executionId: string, fingerprint: string) => read(ofRun.get(executionId, fingerprint)),
    ofUser: (userId: string, fingerprint: string) => read(ofUser.get(userId, fingerprint)),
    /** When the user's latest reply to the request was stored, in milliseconds; null: there is none. */
    storedAt: (userId: string, fingerprint: string): number | null => {
      const at = latestOfUser.get(userId, fingerprint)?.at ?? null;
      return at === null ? null : Number(at);
    },
    insert: ({ costMicroUsd, isCopy, finish, ...reply }: StoredReply, nowMs: number): void => {
      const own = { cost: BigInt(costMicroUsd), isCopy: isCopy ? 1 : 0, finish: finish ?? null };
      const row = { ...reply, ...own, now: BigInt(nowMs) };
      const isNew = insert.run(row).changes > 0;
      if (isNew && isCopy) countCopy.run(reply);
    },
  };
}

function read(row: ReplyRow | undefined): StoredReply | undefined {
  if (!row) return undefined;
  const { inputTokens, outputTokens, cost, isCopy, finish, ...rest } = row;
  return {
    ...rest,
    inputTokens: Number(inputTokens),
    outputTokens: Number(outputTokens),
    costMicroUsd: Number(cost),
    isCopy: isCopy !== 0n,
    finish: finish ?? undefined,
  };
}
