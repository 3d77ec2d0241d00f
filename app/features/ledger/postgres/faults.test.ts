import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCuttingProxy, type Cut, type CuttingProxy } from '../../../../tests/support/cutting-proxy';
import {
  emptyDatabase,
  endConnections,
  startPostgres,
  type PostgresServer,
} from '../../../../tests/support/postgres';
import { answered, callOf, grant, held, outcomes, times } from '../testing/harness';
import { PostgresHarness } from '../testing/postgres-harness';

let server: PostgresServer;
let direct: string;
let proxy: CuttingProxy;
let harness: PostgresHarness;

beforeAll(async () => {
  server = await startPostgres();
  direct = await server.database();
  proxy = await startCuttingProxy(direct);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});
beforeEach(async () => {
  await emptyDatabase(direct, 'ann', 'bob');
  harness = PostgresHarness.open(proxy.url);
  await grant(harness, 1_000_000n);
});
afterEach(async () => {
  expect((await harness.ledger.reconcile()).faults).toEqual([]);
  harness.close();
});

const AWAY = { kind: 'unavailable', code: 'ledger_unavailable', retryAfterSeconds: 5 };

/** For all connections, which are opened anew. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  const name = new URL(direct).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
  await admin.end();
  await endConnections(direct);
}

const CUTS: Cut[] = ['before-commit', 'after-commit'];

describe.each(CUTS)('a connection that is reset %s', (cut) => {
  test('holds once', async () => {
    proxy.cutNext(cut);
    const operationId = await held(harness);
    expect(await harness.ledger.balance('ann')).toMatchObject({ heldMicroUsd: 200n });
    await harness.ledger.settle(answered(operationId));
  });

  test('charges once, and says what was charged', async () => {
    const operationId = await held(harness);
    proxy.cutNext(cut);
    const { amounts, balance } = await harness.ledger.settle(answered(operationId));
    expect(amounts.chargedMicroUsd).toBe(140n);
    expect(balance).toMatchObject({ postedMicroUsd: 999_860n, heldMicroUsd: 0n });
    expect(await harness.ledger.balance('ann')).toEqual(balance);
    expect(await harness.systemBalance('revenue')).toBe(140n);
  });

  test('releases once', async () => {
    const operationId = await held(harness, { isFree: true });
    proxy.cutNext(cut);
    await harness.ledger.release(operationId, 'Failed: overloaded', 5n);
    expect(await harness.ledger.balance('ann')).toMatchObject({ freeSendsToday: 0 });
    expect(await harness.systemBalance('loss')).toBe(-5n);
  });

  test('credits once, and says that it did', async () => {
    proxy.cutNext(cut, 2);
    const posted = await harness.ledger.credit({
      userId: 'bob',
      amountMicroUsd: 5n,
      source: 'topup',
      key: 'payment',
    });
    expect(posted).toMatchObject({ isNew: true, balanceAfterMicroUsd: 5n });
  });

  test('again and again, while many calls are out: none is charged twice, none is lost', async () => {
    proxy.cutNext(cut, 3);
    const ids = await Promise.all(times(12, (i) => held(harness, { idempotencyKey: String(i) })));
    proxy.cutNext(cut, 3);
    const ends = ids.map((id) => harness.ledger.settle(answered(id)));
    expect(await outcomes(ends)).toEqual({ fulfilled: 12 });
    expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 998_320n, heldMicroUsd: 0n });
  });
});

test('all connections are ended by the server while calls are out: they go on', async () => {
  const ids = await Promise.all(times(12, (i) => held(harness, { idempotencyKey: String(i) })));
  const ends = ids.map((id) => harness.ledger.settle(answered(id)));
  await endConnections(direct);
  expect(await outcomes(ends)).toEqual({ fulfilled: 12 });
  expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(998_320n);
});

test('a database that is read-only for a moment refuses with when to try again, and nothing is lost @soak', async () => {
  const operationId = await held(harness);
  await setReadOnly('on');
  await expect(harness.ledger.settle(answered(operationId))).rejects.toMatchObject(AWAY);
  await setReadOnly('off');
  await harness.ledger.settle(answered(operationId));
  await held(harness, { idempotencyKey: 'afterwards' });
  expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 999_860n, heldMicroUsd: 200n });
});

test('a server that is gone refuses with when to try again, and once it is back, everything is there', async () => {
  const operationId = await held(harness);
  await server.kill();
  const hold = () => harness.ledger.hold(callOf(harness, { idempotencyKey: 'meanwhile' }));
  const settle = () => harness.ledger.settle(answered(operationId));
  await Promise.all([hold, settle].map((call) => expect(call()).rejects.toMatchObject(AWAY)));
  await server.start();
  await settle();
  await hold();
  expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 999_860n, heldMicroUsd: 200n });
});
