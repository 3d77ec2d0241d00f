import type { Queries } from '~/core/db/postgres/queries.server';
import { statement } from '~/core/db/postgres/statement.server';
import {
  assertBalanceInRange,
  debtOf,
  EMPTY_ACCOUNT,
  legsOf,
  SYSTEM,
  userAccount,
  type AccountRow,
  type Posting,
  type PostingLeg,
} from '../rules/accounts';

const COLUMNS = 'posted, held, debt, monthly_cap AS monthlyCap';

const find = statement(`SELECT ${COLUMNS} FROM ledger_account WHERE id = @id`);
const lock = statement(`SELECT ${COLUMNS} FROM ledger_account WHERE id = @id FOR UPDATE`);
// Without a column: two requests that create it at once meet at either of its unique keys.
const open = statement(
  'INSERT INTO ledger_account (id, user_id) VALUES (@id, @userId) ON CONFLICT DO NOTHING',
);
const setCap = statement('UPDATE ledger_account SET monthly_cap = @cap WHERE id = @id');
const addHeld = statement('UPDATE ledger_account SET held = held + @amount WHERE id = @id RETURNING held');
const post = statement(
  `WITH moved AS (
     UPDATE ledger_account SET posted = posted + @amount, held = held - @released, debt = debt + @debt,
       version = version + 1
     WHERE id = @accountId RETURNING version, posted)
   INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, operation_id, provider, model,
     input_tokens, output_tokens, reason, occurred_at, api_key_id)
   SELECT @accountId, version, @amount, posted, @kind, @postingId, @operationId, @provider, @model, @inputTokens,
     @outputTokens, @reason, @atMs, @apiKeyId FROM moved
   RETURNING balance_after AS balanceAfter`,
);

export const findAccount = async (queries: Queries, id: string): Promise<AccountRow> =>
  (await queries.get<AccountRow>(find, { id })) ?? EMPTY_ACCOUNT;

/**
 * The user's account, created on first use, and locked until the transaction ends. Everything that changes a user's money
 * locks it first, so that a limit is checked against what really is.
 */
export async function lockAccount(queries: Queries, userId: string): Promise<AccountRow> {
  const id = userAccount(userId);
  const account = await queries.get<AccountRow>(lock, { id });
  if (account) return account;
  await queries.run(open, { id, userId });
  return (await queries.get<AccountRow>(lock, { id })) ?? EMPTY_ACCOUNT;
}

export async function setMonthlyCap(queries: Queries, userId: string, cap: bigint | null): Promise<void> {
  await lockAccount(queries, userId);
  await queries.run(setCap, { id: userAccount(userId), cap });
}

/** Adds to the held amount; a negative amount releases it. */
export async function addToHeld(queries: Queries, id: string, amount: bigint): Promise<void> {
  const row = await queries.get<{ held: bigint }>(addHeld, { id, amount });
  assertBalanceInRange(row?.held ?? 0n);
}

/** Writes all entries. The platform's accounts come last and in one order: they are in every transaction. */
export async function postAll(queries: Queries, postings: readonly Posting[]): Promise<void> {
  const legs = postings.flatMap((posting) => legsOf(posting).map((leg) => ({ posting, leg })));
  legs.sort((a, b) => compareIds(lockOrder(a.leg.accountId), lockOrder(b.leg.accountId)));
  for (const { posting, leg } of legs) await postLeg(queries, posting, leg);
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Users first, then the account that holds money too, then the rest. */
const lockOrder = (accountId: string): string => {
  if (accountId === SYSTEM.promo) return '1';
  return accountId.startsWith(userAccount('')) ? '0' : `2${accountId}`;
};

async function postLeg(queries: Queries, posting: Posting, leg: PostingLeg): Promise<void> {
  const written = await queries.get<{ balanceAfter: bigint }>(post, {
    accountId: leg.accountId,
    amount: leg.amountMicroUsd,
    released: leg.releasedMicroUsd ?? 0n,
    debt: debtOf(leg),
    kind: leg.kind,
    postingId: posting.id,
    operationId: posting.operationId,
    provider: posting.provider,
    model: posting.model,
    inputTokens: posting.inputTokens,
    outputTokens: posting.outputTokens,
    reason: posting.reason,
    atMs: posting.atMs,
    apiKeyId: leg.kind === 'usage' ? posting.apiKeyId : null,
  });
  if (!written) throw new Error(`The ledger has no account ${leg.accountId}.`);
  assertBalanceInRange(written.balanceAfter);
}
