import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/**
 * Baseline for the ledger: writes the same rows with plain prepared statements, two transactions per pair. No checks,
 * promises or idempotency.
 */
export function rawPairs(connection: Database, userId: string, answer: string): () => void {
  const account = `user:${userId}`;
  const prepare = (sql: string) => connection.prepare<unknown[], { posted: bigint; version: bigint }>(sql);
  const operation = prepare(
    `INSERT INTO ledger_operation (id, user_id, endpoint, idempotency_key, request_hash, state, is_free, provider, model, created_at)
     VALUES (?, ?, 'ai/complete', ?, 'hash', 'running', 0, 'demo', 'demo-1', ?)`,
  );
  const hold = prepare(
    `INSERT INTO ledger_hold (operation_id, account_id, amount, state, is_dispatched, price_rule, process_id, created_at,
       deadline_at) VALUES (?, ?, 200, 'open', 1, '{"input":1000000,"output":2000000}', 'boot', ?, ?)`,
  );
  const addHeld = prepare('UPDATE ledger_account SET held = held + ? WHERE id = ?');
  const move = prepare(
    `UPDATE ledger_account SET posted = posted + ?, held = held - ?, version = version + 1 WHERE id = ?
     RETURNING posted, version`,
  );
  const entry = prepare(
    `INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, operation_id, provider,
       model, input_tokens, output_tokens, reason, occurred_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'demo', 'demo-1', 100, 20, 'Request', ?)`,
  );
  const day = prepare(
    `INSERT INTO ledger_day (user_id, day, spent, free_sends) VALUES (?, '2026-11-20', ?, 0)
     ON CONFLICT DO UPDATE SET spent = spent + excluded.spent`,
  );
  const endHold = prepare("UPDATE ledger_hold SET state = 'settled' WHERE operation_id = ?");
  const finish = prepare(
    "UPDATE ledger_operation SET state = 'answered', answer = ?, finished_at = ?, purge_at = ? WHERE id = ?",
  );

  const post = (accountId: string, amount: bigint, unheld: bigint, kind: string, id: string, now: number) => {
    const after = move.get(amount, unheld, accountId);
    entry.run(accountId, after?.version, amount, after?.posted, kind, id, id, now);
  };
  const holdOnce = connection.transaction((id: string, now: number) => {
    operation.run(id, userId, randomUUID(), now);
    hold.run(id, account, now, now + 600_000);
    addHeld.run(200n, account);
  });
  const settleOnce = connection.transaction((id: string, now: number) => {
    post(account, -140n, 200n, 'usage', id, now);
    post('system:revenue', 140n, 0n, 'revenue', id, now);
    day.run(userId, 140n);
    endHold.run(id);
    finish.run(answer, now, now + 604_800_000, id);
  });

  return () => {
    const id = randomUUID();
    holdOnce.immediate(id, Date.now());
    settleOnce.immediate(id, Date.now());
  };
}
