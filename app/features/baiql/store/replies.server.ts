import type { ReplyFinish } from '@promptwell/baiql-runtime';
import type { Sql, SqlValues } from '~/core/db/sql';
import { NOT_REUSED, type StoredReply } from './run-store.server';

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

const FIND = `SELECT ${COLUMNS} FROM baiql_reply WHERE`;
// The latest: asking again, or NOCACHE, wanted a reply other than the stored one.
const LATEST = 'ORDER BY created_at DESC LIMIT 1';
const REPLIES = {
  byKey: `${FIND} key = @key`,
  ofRun: `${FIND} execution_id = @executionId AND fingerprint = @fingerprint ${LATEST}`,
  ofUser: `${FIND} user_id = @userId AND fingerprint = @fingerprint ${LATEST}`,
  between: `${FIND} key > @first AND key < @last`,
  latestOfUser:
    'SELECT max(created_at) AS at FROM baiql_reply WHERE user_id = @userId AND fingerprint = @fingerprint',
  insert: `
    INSERT INTO baiql_reply (key, execution_id, user_id, fingerprint, task_hash, text, input_tokens, output_tokens,
      cost, is_copy, finish, created_at)
    VALUES (@key, @executionId, @userId, @fingerprint, @taskHash, @text, @inputTokens, @outputTokens, @costMicroUsd,
      @isCopy, @finish, @now)
    ON CONFLICT (key) DO NOTHING`,
  dropFromReuse: `
    UPDATE baiql_reply SET fingerprint = '${NOT_REUSED}'
    WHERE user_id = @userId AND fingerprint = @fingerprint AND text = @text`,
  // Counted when stored, so that reading the run doesn't count its replies.
  countCopy: `
    UPDATE baiql_execution SET cached_replies = cached_replies + 1,
      cached_input_tokens = cached_input_tokens + @inputTokens,
      cached_output_tokens = cached_output_tokens + @outputTokens
    WHERE id = @executionId`,
} as const;

export function repliesIn(sql: Sql) {
  const find = async (query: 'byKey' | 'ofRun' | 'ofUser', values: SqlValues) =>
    read(await sql.get<ReplyRow>(REPLIES[query], values));
  async function rowOfTransaction(first: string, ending: string): Promise<ReplyRow | undefined> {
    const rows = await sql.all<ReplyRow>(REPLIES.between, { first, last: `${first}~` });
    return rows.find(({ key }) => key.endsWith(ending));
  }
  return {
    byKey: (key: string) => find('byKey', { key }),
    ofRun: (executionId: string, fingerprint: string) => find('ofRun', { executionId, fingerprint }),
    ofUser: (userId: string, fingerprint: string) => find('ofUser', { userId, fingerprint }),
    /** The reply whose key begins and ends with these. */
    ofTransaction: async (beginning: string, ending: string) =>
      read(await rowOfTransaction(beginning, ending)),
    /** Marks a reply as unusable: it and its copies only answer their own keys from now on. */
    async reject(beginning: string, ending: string): Promise<void> {
      const bad = await rowOfTransaction(beginning, ending);
      if (bad === undefined || bad.fingerprint === NOT_REUSED) return;
      const { userId, fingerprint, text } = bad;
      await sql.run(REPLIES.dropFromReuse, { userId, fingerprint, text });
    },
    /** When the user's latest reply to the request was stored, in milliseconds; null: there is none. */
    async storedAt(userId: string, fingerprint: string): Promise<number | null> {
      const row = await sql.get<{ at: bigint | null }>(REPLIES.latestOfUser, { userId, fingerprint });
      return row?.at == null ? null : Number(row.at);
    },
    async insert(reply: StoredReply, nowMs: number): Promise<void> {
      const isNew =
        (await sql.run(REPLIES.insert, { ...reply, finish: reply.finish ?? null, now: nowMs })) > 0;
      const { executionId, inputTokens, outputTokens } = reply;
      if (isNew && reply.isCopy) await sql.run(REPLIES.countCopy, { executionId, inputTokens, outputTokens });
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
