import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openConnection } from '~/core/db/database.server';
import { ConnectionLock } from '~/core/db/lock.server';
import { createLedger } from '~/features/ledger/index.server';
import { temporaryDatabaseFile } from '/work/main/tests/support/database';
import { rawPairs } from '/work/main/bench/ledger-raw';
const which = process.argv[2];
const N = 20000;
const { file, remove } = temporaryDatabaseFile();
const connection = openConnection(file);
connection.pragma('synchronous = OFF');
const ledger = createLedger({ connection, lock: new ConnectionLock(), clock: Date.now, bootId: 'b', sealKey: Buffer.alloc(32), log: pino({ enabled: false }) });
await ledger.credit({ userId: 'user0', amountMicroUsd: 10n ** 12n, source: 'grant', key: 'k' });
const ANSWER = JSON.stringify({ text: 'word '.repeat(60), usage: { inputTokens: 100, outputTokens: 20 } });
const pair = rawPairs(connection, 'user0', ANSWER);
async function lp() {
  const hold = await ledger.hold({ userId: 'user0', endpoint: 'ai/complete', idempotencyKey: randomUUID(), requestHash: 'hash', provider: 'demo', model: 'demo-1', price: { inputMicroUsdPer1k: 1_000n, outputMicroUsdPer1k: 2_000n }, inputTokens: 100, maxOutputTokens: 50, isFree: false, limits: { freeSendsPerDay: 15 }, deadlineAtMs: Date.now() + 600_000 });
  if (hold.kind !== 'held') throw 0;
  await ledger.settle({ operationId: hold.operationId, inputTokens: 100, outputTokens: 20, answer: ANSWER, doNotStore: false });
}
for (let i = 0; i < 2000; i++) { if (which === 'raw') pair(); else await lp(); }
const c = process.cpuUsage();
for (let i = 0; i < N; i++) { if (which === 'raw') pair(); else await lp(); }
const d = process.cpuUsage(c);
console.log(which, 'cpu µs/pair', ((d.user + d.system) / N).toFixed(1), 'user', (d.user/N).toFixed(1));
connection.close(); remove();
