import type { Database } from 'better-sqlite3';
import { DomainError } from '~/core/shared/errors';
import { MAX_MICRO_USD } from '../money';

/** The platform's own accounts, created by the migration. */
export const SYSTEM = {
  stripe: 'system:stripe',
  bonus: 'system:bonus',
  grants: 'system:grants',
  promo: 'system:promo',
  revenue: 'system:revenue',
  loss: 'system:loss',
} as const;

/** Has one entry per settled completion, with its model and tokens. */
export const REVENUE_ACCOUNT = SYSTEM.revenue;

export const userAccount = (userId: string): string => `user:${userId}`;

export interface AccountRow {
  posted: bigint;
  held: bigint;
  debt: bigint;
  /** Null if there is no monthly cap. */
  monthlyCap: bigint | null;
}

const EMPTY_ACCOUNT: AccountRow = { posted: 0n, held: 0n, debt: 0n, monthlyCap: null };

/** The spendable balance; 0 while there is debt. */
export const available = (account: AccountRow): bigint =>
  account.debt > 0n ? 0n : account.posted - account.held;

/** A user's `debt` and `debt_payment` entries sum to their debt. */
export const ENTRY_KINDS = [
  'usage',
  'revenue',
  'promo',
  'loss',
  'topup',
  'bonus',
  'grant',
  'adjustment',
  'clawback',
  'bonus_clawback',
  'debt',
  'debt_payment',
] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

export interface PostingLeg {
  accountId: string;
  amountMicroUsd: bigint;
  kind: EntryKind;
  /** Part of the hold that this posting releases. */
  releasedMicroUsd?: bigint;
}

export interface Posting {
  id: string;
  reason: string;
  atMs: bigint;
  operationId?: string;
  provider?: string;
  model?: string;
  inputTokens?: bigint;
  outputTokens?: bigint;
  /** Recorded with the user's `usage` entry alone. */
  apiKeyId?: string | null;
  sides: readonly PostingLeg[];
}

export type Accounts = ReturnType<typeof accountsOf>;

export function accountsOf(connection: Database) {
  const find = connection.prepare<[string], AccountRow>(
    'SELECT posted, held, debt, monthly_cap AS monthlyCap FROM ledger_account WHERE id = ?',
  );
  const open = connection.prepare<[string, string]>('INSERT INTO ledger_account (id, user_id) VALUES (?, ?)');
  const setCap = connection.prepare<[bigint | null, string]>(
    'UPDATE ledger_account SET monthly_cap = ? WHERE id = ?',
  );
  const addHeld = connection.prepare<[bigint, string], { held: bigint }>(
    'UPDATE ledger_account SET held = held + ? WHERE id = ? RETURNING held',
  );
  const move = connection.prepare<
    [amount: bigint, unheld: bigint, debt: bigint, id: string],
    { posted: bigint; version: bigint }
  >(
    `UPDATE ledger_account SET posted = posted + ?, held = held - ?, debt = debt + ?, version = version + 1
     WHERE id = ? RETURNING posted, version`,
  );
  const insertEntry = connection.prepare(
    `INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, operation_id,
       provider, model, input_tokens, output_tokens, reason, occurred_at, api_key_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  function postLeg(posting: Posting, side: PostingLeg): void {
    const debt = side.kind === 'debt' || side.kind === 'debt_payment' ? side.amountMicroUsd : 0n;
    const after = move.get(side.amountMicroUsd, side.releasedMicroUsd ?? 0n, debt, side.accountId);
    if (!after) throw new Error(`The ledger has no account ${side.accountId}.`);
    assertBalanceInRange(after.posted);
    insertEntry.run(
      side.accountId,
      after.version,
      side.amountMicroUsd,
      after.posted,
      side.kind,
      posting.id,
      posting.operationId,
      posting.provider,
      posting.model,
      posting.inputTokens,
      posting.outputTokens,
      posting.reason,
      posting.atMs,
      side.kind === 'usage' ? posting.apiKeyId : null,
    );
  }

  return {
    find: (id: string): AccountRow => find.get(id) ?? EMPTY_ACCOUNT,

    /** The user's account, created on first use. */
    findOrCreate(userId: string): AccountRow {
      const account = find.get(userAccount(userId));
      if (account) return account;
      open.run(userAccount(userId), userId);
      return EMPTY_ACCOUNT;
    },

    setMonthlyCap(userId: string, capMicroUsd: bigint | null): void {
      this.findOrCreate(userId);
      setCap.run(capMicroUsd, userAccount(userId));
    },

    /** Adds to the held amount; a negative amount releases it. */
    hold: (id: string, amountMicroUsd: bigint): void => {
      assertBalanceInRange(addHeld.get(amountMicroUsd, id)?.held ?? 0n);
    },

    /** Writes all entries of a posting. Throws if they don't sum to zero. */
    post(posting: Posting): void {
      const sum = posting.sides.reduce((total, side) => total + side.amountMicroUsd, 0n);
      if (sum !== 0n) throw new Error(`The sides of posting ${posting.id} sum to ${sum}, not to 0.`);
      for (const side of posting.sides) {
        // Zero amounts are recorded only for completions.
        if (side.amountMicroUsd === 0n && side.kind !== 'usage' && !side.releasedMicroUsd) continue;
        postLeg(posting, side);
      }
    },

    /** Pays as much of a user's debt as their balance allows, and offsets the platform's loss. */
    payDebt(accountId: string, postingId: string, atMs: bigint): void {
      const { posted, held, debt } = find.get(accountId) ?? EMPTY_ACCOUNT;
      const payment = debt < posted - held ? debt : posted - held;
      if (payment <= 0n) return;
      this.post({
        id: postingId,
        reason: 'Payment of a debt from a refund or dispute',
        atMs,
        sides: [
          { accountId, amountMicroUsd: -payment, kind: 'debt_payment' },
          { accountId: SYSTEM.loss, amountMicroUsd: payment, kind: 'loss' },
        ],
      });
    },
  };
}

function assertBalanceInRange(total: bigint): void {
  if (total <= MAX_MICRO_USD && total >= -MAX_MICRO_USD) return;
  throw new DomainError('unprocessable', 'This would make a balance larger than this ledger keeps.', {
    code: 'balance_out_of_range',
  });
}
