import { createHash, randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { DomainError } from '~/core/shared/errors';
import type { Posted } from '../contract';
import { keyReused } from '../errors.server';
import { identifier, positiveMicroUsd, usdText } from '../money';
import { available, SYSTEM, userAccount, type AccountRow, type PostingLeg } from './accounts.server';
import type { LedgerParts } from './parts.server';

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

type PostOnce = (parts: LedgerParts, posting: KeyedPosting) => Posted;

export function postOnceOn(connection: Database): PostOnce {
  const find = connection.prepare<[string], { id: string; requestHash: string }>(
    'SELECT id, request_hash AS requestHash FROM ledger_posting WHERE idempotency_key = ?',
  );
  const insert = connection.prepare(
    `INSERT INTO ledger_posting (id, idempotency_key, request_hash, user_id, kind, amount, note, actor_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  return (parts, posting) => {
    const { accounts, clock } = parts;
    const { userId, kind, key, note, actorId } = posting;
    identifier(userId, 'userId');
    identifier(key, 'key');
    const gain = gainOf(posting);
    const requestHash = hashOf(posting);
    const earlier = find.get(key);
    if (earlier && earlier.requestHash !== requestHash) throw keyReused('posting');
    const id = earlier?.id ?? randomUUID();
    if (!earlier) {
      const atMs = BigInt(clock());
      const accountId = userAccount(userId);
      const account = accounts.findOrCreate(userId);
      insert.run(id, key, requestHash, userId, kind, gain, note, actorId, atMs);
      accounts.post({
        id,
        reason: note || KINDS[kind].reason,
        atMs,
        sides: legsOf(account, posting, gain),
      });
      accounts.payDebt(accountId, id, atMs);
    }
    const { posted, debt } = accounts.find(userAccount(userId));
    return { isNew: !earlier, postingId: id, balanceAfterMicroUsd: posted, debtMicroUsd: debt };
  };
}

/** Change of the user's balance; negative for a deduction. */
function gainOf({ kind, amountMicroUsd }: KeyedPosting): bigint {
  const isTaking = kind === 'adjustment' && amountMicroUsd < 0n;
  const size = positiveMicroUsd(isTaking ? -amountMicroUsd : amountMicroUsd, 'amountMicroUsd');
  return isTaking || isClawBack(kind) ? -size : size;
}

const isClawBack = (kind: KeyedKind): boolean => kind === 'clawback' || kind === 'bonus_clawback';

function legsOf(account: AccountRow, { kind, userId }: KeyedPosting, gain: bigint): PostingLeg[] {
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
