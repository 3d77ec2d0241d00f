// Child process that pays for completions, ten at a time, until it is killed. Prints each operation once it is held or
// settled. node --import tsx paying-process.ts FILE|POSTGRES_URL
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import { openConnection } from '~/core/db/sqlite/database.server';
import { ConnectionLock } from '~/core/db/sqlite/lock.server';
import { steadyClock } from '~/core/shared/clock';
import { createSqliteLedger } from '../index.server';
import { createPostgresLedger } from '../postgres/postgres-ledger.server';
import { NO_EXTRAS, PRICE, RESULT } from './harness';

const place = process.argv[2] ?? '';
const log = pino({ enabled: false });
const settings = {
  clock: Date.now,
  steadyClock,
  processId: 'the killed one',
  sealKey: Buffer.alloc(32),
  log,
};
const ledger = place.startsWith('postgres://')
  ? createPostgresLedger({ ...settings, database: new PostgresConnection({ url: place, log }) })
  : createSqliteLedger({ ...settings, connection: openConnection(place), lock: new ConnectionLock() });
/** Resolves once the reader has consumed the line. */
const print = (line: string) => new Promise((resolve) => process.stdout.write(`${line}\n`, resolve));

await ledger.credit({ userId: 'ann', amountMicroUsd: 10n ** 9n, source: 'grant', key: 'start' });
await Promise.all(
  Array.from({ length: 10 }, async () => {
    for (;;) {
      const hold = await ledger.hold({
        userId: 'ann',
        endpoint: 'ai/complete',
        idempotencyKey: randomUUID(),
        requestHash: 'hash',
        provider: 'demo',
        model: 'demo-1',
        price: PRICE,
        inputTokens: 100,
        maxOutputTokens: 50,
        searches: 0,
        isFree: false,
        limits: { freeSendsPerDay: 15 },
        timeoutMs: 600_000,
      });
      await print(`held ${hold.operationId}`);
      await ledger.settle({
        operationId: hold.operationId,
        inputTokens: 100,
        outputTokens: 20,
        ...NO_EXTRAS,
        resultOf: () => RESULT,
        doNotStore: false,
      });
      await print(`settled ${hold.operationId}`);
    }
  }),
);
