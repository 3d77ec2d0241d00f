import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Posted } from '../contract';
import { userAccount } from '../rules/accounts';
import { keyedPostingRow, keyedPostings, type KeyedPosting } from '../rules/keyed-posting';
import type { LedgerParts } from './parts.server';

type PostOnce = (parts: LedgerParts, posting: KeyedPosting) => Posted;

export function postOnceOn(connection: Database): PostOnce {
  const find = connection.prepare<[string], { id: string; requestHash: string }>(
    'SELECT id, request_hash AS requestHash FROM ledger_posting WHERE idempotency_key = ?',
  );
  const insert = connection.prepare(
    `INSERT INTO ledger_posting (id, idempotency_key, request_hash, user_id, kind, amount, note, actor_id, created_at)
     VALUES (@id, @key, @requestHash, @userId, @kind, @gain, @note, @actorId, @atMs)`,
  );

  return ({ accounts, clock }, posting) => {
    const earlier = find.get(posting.key);
    const id = earlier?.id ?? randomUUID();
    const row = keyedPostingRow(posting, { id, atMs: BigInt(clock()), earlier });
    if (!earlier) {
      const account = accounts.findOrCreate(posting.userId);
      insert.run(row);
      for (const each of keyedPostings(account, posting, row)) accounts.post(each);
    }
    const { posted, debt } = accounts.find(userAccount(posting.userId));
    return { isNew: !earlier, postingId: id, balanceAfterMicroUsd: posted, debtMicroUsd: debt };
  };
}
