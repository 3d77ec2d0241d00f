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

export const EMPTY_ACCOUNT: AccountRow = { posted: 0n, held: 0n, debt: 0n, monthlyCap: null };

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

/** The legs to write. Throws if they don't sum to zero. */
export function legsOf(posting: Posting): PostingLeg[] {
  const sum = posting.sides.reduce((total, side) => total + side.amountMicroUsd, 0n);
  if (sum !== 0n) throw new Error(`The sides of posting ${posting.id} sum to ${sum}, not to 0.`);
  // Zero amounts are recorded only for completions.
  return posting.sides.filter(
    ({ amountMicroUsd, kind, releasedMicroUsd }) =>
      amountMicroUsd !== 0n || kind === 'usage' || releasedMicroUsd,
  );
}

/** The change of the account's debt. */
export const debtOf = ({ kind, amountMicroUsd }: PostingLeg): bigint =>
  kind === 'debt' || kind === 'debt_payment' ? amountMicroUsd : 0n;

/** Pays as much of a user's debt as their balance allows, and offsets the platform's loss; undefined if nothing. */
export function debtPayment(
  accountId: string,
  { posted, held, debt }: Pick<AccountRow, 'posted' | 'held' | 'debt'>,
  { id, atMs }: Pick<Posting, 'id' | 'atMs'>,
): Posting | undefined {
  const payment = debt < posted - held ? debt : posted - held;
  if (payment <= 0n) return undefined;
  return {
    id,
    reason: 'Payment of a debt from a refund or dispute',
    atMs,
    sides: [
      { accountId, amountMicroUsd: -payment, kind: 'debt_payment' },
      { accountId: SYSTEM.loss, amountMicroUsd: payment, kind: 'loss' },
    ],
  };
}

/** The account as it is after these legs. */
export function accountAfter(
  account: AccountRow,
  accountId: string,
  legs: readonly PostingLeg[],
): AccountRow {
  const own = legs.filter((leg) => leg.accountId === accountId);
  return {
    ...account,
    posted: own.reduce((sum, leg) => sum + leg.amountMicroUsd, account.posted),
    held: own.reduce((sum, leg) => sum - (leg.releasedMicroUsd ?? 0n), account.held),
    debt: own.reduce((sum, leg) => sum + debtOf(leg), account.debt),
  };
}

export function assertBalanceInRange(total: bigint): void {
  if (total <= MAX_MICRO_USD && total >= -MAX_MICRO_USD) return;
  throw new DomainError('unprocessable', 'This would make a balance larger than this ledger keeps.', {
    code: 'balance_out_of_range',
  });
}
