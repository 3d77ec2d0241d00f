// Hold + settle pairs per second, durable (WAL, synchronous=FULL), compared with plain better-sqlite3 doing the same
// writes.
// npm run bench:ledger        settings: ROUNDS=21 SECONDS=0.4
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openConnection } from '~/core/db/sqlite/database.server';
import { ConnectionLock } from '~/core/db/sqlite/lock.server';
import { steadyClock } from '~/core/shared/clock';
import { createSqliteLedger, type Ledger } from '~/features/ledger/index.server';
import { NO_EXTRAS, PRICE } from '~/features/ledger/testing/harness';
import { temporaryDatabaseFile } from '../tests/support/database';
import { rawPairs } from './ledger-raw';

const ROUNDS = Number(process.env.ROUNDS ?? 21);
const SECONDS = Number(process.env.SECONDS ?? 0.4);
const USERS = 50;
const RESULT = { text: 'word '.repeat(60), usage: { inputTokens: 100, outputTokens: 20 } };

interface Cell {
  name: string;
  /** Runs pairs until `isOver`, on a fresh database with `USERS` funded accounts. */
  run(ledger: Ledger, bench: Bench): Promise<void>;
}

interface Bench {
  connection: ReturnType<typeof openConnection>;
  isOver(): boolean;
  done(): void;
}

async function pairOf(ledger: Ledger, userId: string): Promise<void> {
  const hold = await ledger.hold({
    userId,
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
  if (hold.kind !== 'held') throw new Error('expected a hold');
  await ledger.settle({
    operationId: hold.operationId,
    inputTokens: 100,
    outputTokens: 20,
    ...NO_EXTRAS,
    resultOf: () => RESULT,
    doNotStore: false,
  });
}

const callers = (count: number, userOf: (caller: number) => string): Cell['run'] => {
  return async (ledger, bench) => {
    const call = async (caller: number) => {
      while (!bench.isOver()) {
        await pairOf(ledger, userOf(caller));
        bench.done();
      }
    };
    await Promise.all(Array.from({ length: count }, (_, caller) => call(caller)));
  };
};

const CELLS: Cell[] = [
  {
    name: 'raw better-sqlite3',
    run: (_ledger, bench) => {
      const pair = rawPairs(bench.connection, 'user0', JSON.stringify(RESULT));
      while (!bench.isOver()) {
        pair();
        bench.done();
      }
      return Promise.resolve();
    },
  },
  { name: 'ledger, 1 caller', run: callers(1, () => 'user0') },
  { name: 'ledger, 50 callers', run: callers(50, (caller) => `user${String(caller)}`) },
  { name: 'ledger, 50 callers on one balance', run: callers(50, () => 'user0') },
];

async function pairsPerSecond(cell: Cell): Promise<number> {
  const users = Array.from({ length: USERS }, (_, user) => `user${String(user)}`);
  const { file, remove } = temporaryDatabaseFile(...users);
  const connection = openConnection(file);
  const ledger = createSqliteLedger({
    connection,
    lock: new ConnectionLock(),
    clock: Date.now,
    steadyClock,
    processId: randomUUID(),
    sealKey: Buffer.alloc(32),
    log: pino({ enabled: false }),
  });
  for (const userId of users) {
    await ledger.credit({ userId, amountMicroUsd: 10n ** 12n, source: 'grant', key: userId });
  }
  let pairs = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + SECONDS * 1000;
  await cell.run(ledger, { connection, isOver: () => performance.now() >= endsAt, done: () => (pairs += 1) });
  const seconds = (performance.now() - startedAt) / 1000;
  if (cell.name.startsWith('ledger')) {
    const { faults } = await ledger.reconcile();
    if (faults.length > 0) throw new Error(`the books are wrong after ${cell.name}: ${faults.join(' ')}`);
  }
  connection.close();
  remove();
  return pairs / seconds;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const rates = CELLS.map((): number[] => []);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [i, cell] of CELLS.entries()) rates[i]?.push(await pairsPerSecond(cell));
}
const [raw = [], ...others] = rates;
console.log(`hold + settle pairs a second, synchronous=FULL, median of ${String(ROUNDS)} rounds`);
for (const [i, cell] of CELLS.entries()) {
  const own = rates[i] ?? [];
  const range = `${String(Math.round(Math.min(...own)))}–${String(Math.round(Math.max(...own)))}`;
  console.log(`  ${cell.name.padEnd(34)} ${String(Math.round(median(own))).padStart(6)}   (${range})`);
}
/** Ratios are taken within a round, so that other load affects both sides alike. */
const ratioToRaw = (cell: readonly number[]): number =>
  median(cell.map((rate, round) => rate / (raw[round] ?? rate)));
const [alone = [], together = []] = others;
console.log(`  alone / raw        ${ratioToRaw(alone).toFixed(2)}   budget: at least 0.80`);
console.log(`  50 callers / raw   ${ratioToRaw(together).toFixed(2)}   budget: at least 2.00`);
