import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '~/core/shared/clock';
import { answered, callOf, grant, held, times } from '../testing/harness';
import { SqliteHarness } from '../testing/sqlite-harness';

describe('the books', () => {
  let harness: SqliteHarness;
  beforeEach(async () => {
    harness = new SqliteHarness();
    await grant(harness, 1_000n);
    await harness.ledger.settle(answered(await held(harness, { idempotencyKey: 'paid' })));
    await harness.ledger.settle(answered(await held(harness, { idempotencyKey: 'free', isFree: true })));
    await held(harness, { idempotencyKey: 'open' });
    await harness.ledger.release(await held(harness, { idempotencyKey: 'failed' }), 'failed');
    await harness.ledger.clawBack({ userId: 'bob', amountMicroUsd: 50n, key: 'refund', note: '' });
  });
  afterEach(() => {
    harness.close();
  });

  /** Changes that a database tool or a faulty migration could make. */
  function tamper(sql: string): void {
    const { connection } = harness;
    connection.pragma('ignore_check_constraints = ON');
    connection.pragma('foreign_keys = OFF');
    for (const trigger of ['append_only_update', 'append_only_delete']) {
      connection.exec(`DROP TRIGGER ledger_entry_is_${trigger}`);
    }
    connection.exec('DROP TRIGGER ledger_entry_one_usage_an_operation');
    connection.exec(sql);
  }

  test('are sound as they are, and say what they hold', async () => {
    expect(await harness.ledger.reconcile()).toEqual({
      isSound: true,
      faults: [],
      accounts: 8,
      entries: 11,
      openHolds: 1,
    });
  });

  const ANN = "account_id = 'user:ann'";
  test.each([
    [
      'a changed amount',
      `UPDATE ledger_entry SET amount = amount + 1 WHERE id = 1`,
      'All entries sum to $0.000001, not to 0.',
    ],
    [
      'an unbalanced posting',
      `UPDATE ledger_entry SET amount = amount + 1 WHERE id = 1`,
      /^The sides of posting \S+ do not sum to 0\.$/,
    ],
    [
      'a changed balance',
      `UPDATE ledger_account SET posted = posted + 5 WHERE id = 'user:ann'`,
      'user:ann has $0.000865 posted, but its entries sum to $0.00086.',
    ],
    [
      'a changed system balance',
      `UPDATE ledger_account SET posted = 0 WHERE id = 'system:promo'`,
      'system:promo has $0.00 posted, but its entries sum to -$0.00014.',
    ],
    [
      'held money without a hold',
      `UPDATE ledger_account SET held = 300 WHERE id = 'user:ann'`,
      'user:ann has $0.0003 held, but its open holds sum to $0.0002.',
    ],
    [
      'a hold without its operation',
      `DELETE FROM ledger_operation WHERE state = 'running'`,
      /^The hold of operation \S+ belongs to no operation or account\.$/,
    ],
    [
      'an operation without its hold',
      `DELETE FROM ledger_hold WHERE state = 'settled'`,
      /^Operation \S+ is answered, but its hold is missing\.$/,
    ],
    [
      'an operation and a hold that disagree',
      `UPDATE ledger_operation SET state = 'failed' WHERE state = 'running'`,
      /^Operation \S+ is failed, but its hold is open\.$/,
    ],
    [
      'a hold on somebody else',
      `UPDATE ledger_hold SET account_id = 'user:bob' WHERE state = 'open'`,
      /is on user:bob, which is not who pays\.$/,
    ],
    [
      'a missing version',
      `UPDATE ledger_entry SET version = 7 WHERE ${ANN} AND kind = 'usage' AND amount = 0`,
      /^Entry \d+ of user:ann \(version 7\) does not follow from the one before it\.$/,
    ],
    [
      'a removed last entry',
      `DELETE FROM ledger_entry WHERE ${ANN} AND version = 3`,
      'user:ann is at version 3, but has 2 entries.',
    ],
    [
      'a broken chain of balances',
      `UPDATE ledger_entry SET balance_after = 1 WHERE ${ANN} AND version = 2`,
      /^Entry \d+ of user:ann \(version 2\) does not follow/,
    ],
    [
      'a settled operation without usage',
      `UPDATE ledger_entry SET kind = 'promo' WHERE ${ANN} AND amount = 0`,
      /^Operation \S+ is answered and has 0 usage entries\.$/,
    ],
    [
      'usage of a failed operation',
      `UPDATE ledger_entry SET operation_id = (SELECT id FROM ledger_operation WHERE state = 'failed') WHERE ${ANN} AND amount = 0`,
      /^Operation \S+ is failed and has 1 usage entries\.$/,
    ],
    [
      'an answer that was not settled',
      `UPDATE ledger_operation SET answer = 'x' WHERE state = 'running'`,
      /^Operation \S+ is running, but has an answer\.$/,
    ],
    [
      'a forgotten debt',
      `UPDATE ledger_account SET debt = 0 WHERE id = 'user:bob'`,
      'user:bob owes $0.00, but its debt entries sum to $0.00005.',
    ],
    [
      'a debt that could be paid',
      `UPDATE ledger_account SET debt = 1 WHERE id = 'user:ann'`,
      'user:ann owes $0.000001 although it has money that is not held.',
    ],
    [
      'more held than there is',
      `UPDATE ledger_account SET posted = 100 WHERE id = 'user:ann'`,
      'user:ann has $0.0002 held, more than the $0.0001 posted.',
    ],
    [
      'a wrong day',
      `UPDATE ledger_day SET spent = spent + 1`,
      'The spending of ann on 2026-11-20 is not what the entries of that day say.',
    ],
    [
      'a missing day',
      `DELETE FROM ledger_day`,
      'user:ann spent $0.00014 by its entries, but $0.00 by its days.',
    ],
    [
      'free sends that nobody made',
      `UPDATE ledger_day SET free_sends = 9`,
      'The free sends of ann on 2026-11-20 are not as many as the holds of that day.',
    ],
    [
      'a posting without its entry',
      `UPDATE ledger_posting SET amount = 1 WHERE kind = 'grant'`,
      'The grant with key grant ann 1000 has no entry of its amount.',
    ],
    [
      'entries of no account',
      `DELETE FROM ledger_account WHERE id = 'user:bob'`,
      'user:bob has entries, but there is no such account.',
    ],
  ])('show %s', async (_name, sql, fault) => {
    tamper(sql);
    const report = await harness.ledger.reconcile();
    expect(report.isSound).toBe(false);
    expect(report.faults).toContainEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
  });

  test('show a mistake in thousands of rows in a short report', async () => {
    await grant(harness, 10_000_000n);
    for (let i = 0; i < 30; i += 1)
      await harness.ledger.settle(answered(await held(harness, { idempotencyKey: String(i) })));
    tamper("UPDATE ledger_entry SET balance_after = 0 WHERE kind = 'usage'");
    const { faults } = await harness.ledger.reconcile();
    expect(faults.length).toBeLessThan(60);
    expect(faults).toContainEqual(expect.stringMatching(/^… and \d+ more like these\.$/));
  });

  test('can be checked while calls go on: the check sees one moment', async () => {
    await grant(harness, 10_000_000n);
    let calls = 0;
    let checks = 0;
    const callOn = async (): Promise<void> => {
      while (checks < 5) {
        const ids = await Promise.all(
          times(10, () => held(harness, { idempotencyKey: crypto.randomUUID() })),
        );
        await Promise.all(ids.map((id) => harness.ledger.settle(answered(id))));
        calls += ids.length;
      }
    };
    const calling = callOn();
    for (; checks < 5; checks += 1) expect((await harness.ledger.reconcile()).faults).toEqual([]);
    await calling;
    expect(calls).toBeGreaterThan(0);
    expect((await harness.ledger.reconcile()).faults).toEqual([]);
  });

  test('leave a hold that the sweep is about to end alone', async () => {
    await held(harness, { idempotencyKey: 'late', timeoutMs: MINUTE_MS });
    harness.pass(2 * MINUTE_MS);
    expect((await harness.ledger.reconcile()).faults).toEqual([]);
    expect((await harness.ledger.hold(callOf(harness, { idempotencyKey: 'next' }))).kind).toBe('held');
  });
});
