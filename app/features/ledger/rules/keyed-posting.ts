import { createHash } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { Credit } from '../contract';
import { keyReused } from '../errors.server';
import { identifier, positiveMicroUsd, usdText } from '../money';
import {
  accountAfter,
  available,
  debtPayment,
  SYSTEM,
  userAccount,
  type AccountRow,
  type Posting,
  type PostingLeg,
} from './accounts';

type KeyedKind = 'topup' | 'bonus' | 'grant' | 'adjustment' | 'clawback' | 'bonus_clawback';

/** A posting that doesn't belong to a completion. Its key makes it idempotent. */
export interface KeyedPosting {
  kind: KeyedKind;
  userId: string;
  /** Positive; only an adjustment may be negative. */
  amountMicroUsd: bigint;
  key: string;
  note: string;
  actorId: string;
}

/** The counterpart account and default reason of each kind. */
const KINDS: Record<KeyedKind, { counterpart: string; reason: string }> = {
  topup: { counterpart: SYSTEM.stripe, reason: 'Top-up' },
  bonus: { counterpart: SYSTEM.bonus, reason: 'Top-up bonus' },
  grant: { counterpart: SYSTEM.grants, reason: 'Credit from an administrator' },
  adjustment: { counterpart: SYSTEM.grants, reason: 'Adjustment by an administrator' },
  clawback: { counterpart: SYSTEM.stripe, reason: 'Refunded or disputed payment' },
  bonus_clawback: { counterpart: SYSTEM.bonus, reason: 'Bonus of a refunded or disputed payment' },
};

/** The columns of a new posting. */
export interface KeyedPostingRow {
  id: string;
  key: string;
  requestHash: string;
  userId: string;
  kind: string;
  gain: bigint;
  note: string;
  actorId: string;
  atMs: bigint;
}

/** The row of a posting; refuses a key that an earlier posting used for something else. */
export function keyedPostingRow(
  posting: KeyedPosting,
  { id, atMs, earlier }: { id: string; atMs: bigint; earlier: { requestHash: string } | undefined },
): KeyedPostingRow {
  const { userId, kind, key, note, actorId } = posting;
  identifier(userId, 'userId');
  identifier(key, 'key');
  const gain = gainOf(posting);
  const requestHash = hashOf(posting);
  if (earlier && earlier.requestHash !== requestHash) throw keyReused('posting');
  return { id, key, requestHash, userId, kind, gain, note, actorId, atMs };
}

/** The entries of a new posting, and the payment of a debt from it. */
export function keyedPostings(account: AccountRow, posting: KeyedPosting, row: KeyedPostingRow): Posting[] {
  const accountId = userAccount(posting.userId);
  const { id, atMs } = row;
  const sides = sidesOf(account, posting, row.gain);
  const payment = debtPayment(accountId, accountAfter(account, accountId, sides), { id, atMs });
  const reason = posting.note || KINDS[posting.kind].reason;
  return [{ id, reason, atMs, sides }, ...(payment ? [payment] : [])];
}

export const creditPosting = ({ source, note = '', actorId = '', ...credit }: Credit): KeyedPosting => ({
  ...credit,
  kind: source,
  note,
  actorId,
});

/** Change of the user's balance; negative for a deduction. */
function gainOf({ kind, amountMicroUsd }: KeyedPosting): bigint {
  const isTaking = kind === 'adjustment' && amountMicroUsd < 0n;
  const size = positiveMicroUsd(isTaking ? -amountMicroUsd : amountMicroUsd, 'amountMicroUsd');
  return isTaking || isClawBack(kind) ? -size : size;
}

const isClawBack = (kind: KeyedKind): boolean => kind === 'clawback' || kind === 'bonus_clawback';

function sidesOf(account: AccountRow, { kind, userId }: KeyedPosting, gain: bigint): PostingLeg[] {
  const accountId = userAccount(userId);
  const sides: PostingLeg[] = [
    { accountId, amountMicroUsd: gain, kind },
    { accountId: KINDS[kind].counterpart, amountMicroUsd: -gain, kind },
  ];
  if (kind === 'adjustment' && -gain > available(account)) {
    throw new DomainError(
      'conflict',
      `At most ${usdText(available(account))} can be taken: that is what is available.`,
      { code: 'exceeds_available' },
    );
  }
  const missing = isClawBack(kind) ? -gain - (account.posted - account.held) : 0n;
  if (missing <= 0n) return sides;
  // Lends the missing amount at the platform's loss, so that the balance never falls below the holds.
  return [
    { accountId, amountMicroUsd: missing, kind: 'debt' },
    { accountId: SYSTEM.loss, amountMicroUsd: -missing, kind: 'loss' },
    ...sides,
  ];
}

/** Excludes the actor: another administrator who repeats the request must not post it twice. */
const hashOf = ({ kind, userId, amountMicroUsd, note }: KeyedPosting): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, userId, String(amountMicroUsd), note]))
    .digest('hex');
