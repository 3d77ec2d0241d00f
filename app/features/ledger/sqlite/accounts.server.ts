import type { Database } from 'better-sqlite3';
import {
  assertBalanceInRange,
  debtOf,
  EMPTY_ACCOUNT,
  legsOf,
  userAccount,
  type AccountRow,
  type Posting,
  type PostingLeg,
} from '../rules/accounts';

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
    const after = move.get(side.amountMicroUsd, side.releasedMicroUsd ?? 0n, debtOf(side), side.accountId);
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

    /** Writes all entries of a posting. */
    post(posting: Posting): void {
      for (const side of legsOf(posting)) postLeg(posting, side);
    },
  };
}
