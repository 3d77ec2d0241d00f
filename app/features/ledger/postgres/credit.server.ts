import { randomUUID } from 'node:crypto';
import type { Queries } from '~/core/db/postgres/queries.server';
import { statement } from '~/core/db/postgres/statement.server';
import type { Posted } from '../contract';
import { identifier } from '../money';
import { userAccount } from '../rules/accounts';
import { keyedPostingRow, keyedPostings, type KeyedPosting } from '../rules/keyed-posting';
import { findAccount, lockAccount, postAll } from './accounts.server';
import type { LedgerParts } from './parts.server';

const find = statement(
  'SELECT id, request_hash AS requestHash FROM ledger_posting WHERE idempotency_key = @key',
);
const insert = statement(
  `INSERT INTO ledger_posting (id, idempotency_key, request_hash, user_id, kind, amount, note, actor_id, created_at)
   VALUES (@id, @key, @requestHash, @userId, @kind, @gain, @note, @actorId, @atMs)
   ON CONFLICT (idempotency_key) DO NOTHING`,
);

/** Posts each key once. */
export async function postOnce(
  queries: Queries,
  { clock }: LedgerParts,
  posting: KeyedPosting,
): Promise<Posted> {
  const account = await lockAccount(queries, identifier(posting.userId, 'userId'));
  const attempt = { id: randomUUID(), atMs: BigInt(clock()), earlier: undefined };
  const row = keyedPostingRow(posting, attempt);
  const isNew = (await queries.run(insert, { ...row })) === 1;
  let { id } = row;
  if (isNew) await postAll(queries, keyedPostings(account, posting, row));
  else {
    const earlier = await queries.get<{ id: string; requestHash: string }>(find, { key: posting.key });
    keyedPostingRow(posting, { ...attempt, earlier }); // refuses the key of another posting
    id = earlier?.id ?? id;
  }
  const { posted, debt } = await findAccount(queries, userAccount(posting.userId));
  return { isNew, postingId: id, balanceAfterMicroUsd: posted, debtMicroUsd: debt };
}
