import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seal, unseal } from '~/core/server/seal.server';
import { MINUTE_MS } from '~/core/shared/clock';
import { answered, callOf, grant, held, refusalOf } from '../testing/harness';
import { SqliteHarness } from '../testing/sqlite-harness';

describe('what lies in the file', () => {
  let harness: SqliteHarness;
  beforeEach(async () => {
    harness = new SqliteHarness();
    await grant(harness, 1_000n);
  });
  afterEach(() => {
    harness.close();
  });

  test('entries can be neither changed nor removed, whoever tries', () => {
    expect(() => harness.connection.exec('UPDATE ledger_entry SET amount = 1')).toThrow('append-only');
    expect(() => harness.connection.exec('DELETE FROM ledger_entry')).toThrow('append-only');
  });

  test('a second usage entry for one operation is refused', async () => {
    await harness.ledger.settle(answered(await held(harness)));
    const copy = `INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, operation_id, reason, occurred_at)
      SELECT account_id, version + 1, 0, balance_after, kind, 'p', operation_id, reason, occurred_at FROM ledger_entry WHERE kind = 'usage'`;
    expect(() => harness.connection.exec(copy)).toThrow('one usage entry');
  });

  test('a person’s balance cannot go below what is held, whoever tries', async () => {
    await held(harness);
    const account = "WHERE user_id = 'ann'";
    expect(() => harness.connection.exec(`UPDATE ledger_account SET posted = 199 ${account}`)).toThrow(
      'CHECK',
    );
    expect(() => harness.connection.exec(`UPDATE ledger_account SET held = -1 ${account}`)).toThrow('CHECK');
    expect(() => harness.connection.exec(`UPDATE ledger_account SET debt = -1 ${account}`)).toThrow('CHECK');
  });

  test('an answer that is not to be stored is nowhere in readable form, and gone once purged', async () => {
    const secret = 'the-secret-of-the-answer';
    const stored = () => harness.connection.prepare('SELECT answer FROM ledger_operation').pluck().get();
    await harness.ledger.settle(answered(await held(harness), { result: secret, doNotStore: true }));
    expect(await harness.ledger.hold(callOf(harness))).toMatchObject({
      kind: 'replayed',
      answer: JSON.stringify(secret),
    });
    expect(stored()).toEqual(expect.any(String));
    for (const file of [harness.connection.name, `${harness.connection.name}-wal`]) {
      expect(fs.readFileSync(file).includes(secret)).toBe(false);
    }
    harness.pass(15 * MINUTE_MS);
    await harness.ledger.sweep();
    expect(stored()).toBeNull();
  });

  test('a hold that was never sent is given back without a loss when the program starts again', async () => {
    await held(harness);
    harness.connection.exec('UPDATE ledger_hold SET is_dispatched = 0');
    harness.crash();
    expect(await harness.ledger.recover()).toEqual({
      releasedUndispatched: 1,
      releasedAsLoss: 0,
      lossMicroUsd: 0n,
    });
    expect(harness.systemBalance('loss')).toBe(0n);
    expect((await harness.ledger.reconcile()).faults).toEqual([]);
  });

  test('many holds and answers are cleaned up, however many there are', async () => {
    await grant(harness, 10_000_000n);
    const calls = Array.from({ length: 450 }, (_, i) => held(harness, { idempotencyKey: String(i) }));
    for (const operationId of (await Promise.all(calls)).slice(0, 225)) {
      await harness.ledger.settle(answered(operationId, { doNotStore: true }));
    }
    harness.pass(16 * MINUTE_MS);
    await harness.ledger.sweep();
    const count = (sql: string) => Number(harness.connection.prepare(sql).pluck().get());
    expect(count("SELECT count(*) FROM ledger_hold WHERE state = 'open'")).toBe(0);
    expect(count('SELECT count(*) FROM ledger_operation WHERE answer IS NOT NULL')).toBe(0);
    expect((await harness.ledger.reconcile()).faults).toEqual([]);
  });

  test('a full disk moves nothing, and the same call can be settled when there is room again', async () => {
    const operationId = await held(harness);
    const big = answered(operationId, { result: 'x'.repeat(2_000_000) });
    const pages = harness.connection.pragma('page_count', { simple: true });
    harness.connection.pragma(`max_page_count = ${String(pages)}`);
    await expect(harness.ledger.settle(big)).rejects.toThrow(/^You were not charged\. .*disk is full/);
    expect(await refusalOf(harness.ledger.settle(big))).toBe('ledger_unavailable');
    expect(harness.connection.inTransaction).toBe(false);
    expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 1_000n, heldMicroUsd: 200n });

    harness.connection.pragma('max_page_count = 1000000');
    expect(await harness.ledger.settle(big)).toMatchObject({ amounts: { chargedMicroUsd: 140n } });
    expect(await refusalOf(harness.ledger.settle(big))).toBe('already_settled');
    expect((await harness.ledger.reconcile()).faults).toEqual([]);
  });
});

test('a sealed text opens with its key and operation only, and not when a byte of it was changed', () => {
  const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const sealed = seal(key, 'operation', 'Grüße');
  expect(unseal(key, 'operation', sealed)).toBe('Grüße');
  expect(seal(key, 'operation', 'Grüße')).not.toBe(sealed);
  expect(unseal(otherKey, 'operation', sealed)).toBeUndefined();
  expect(unseal(key, 'another operation', sealed)).toBeUndefined();
  const changed = Buffer.from(sealed, 'base64');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(unseal(key, 'operation', changed.toString('base64'))).toBeUndefined();
  expect(unseal(key, 'operation', '')).toBeUndefined();
});
