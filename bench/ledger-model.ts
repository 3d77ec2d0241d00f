// Property test of the ledger against a plain model: random operations with crashes in between.
// npm run bench:ledger-model        settings: RUNS=10000 SEED=…
import fc from 'fast-check';
import { sequences } from '~/features/ledger/testing/commands';
import { runAgainstModel } from '~/features/ledger/testing/model-run';
import { SqliteHarness } from '~/features/ledger/testing/sqlite-harness';

const numRuns = Number(process.env.RUNS ?? 10_000);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`${String(numRuns)} sequences, SEED=${String(seed)}`);

const startedAt = performance.now();
let runs = 0;
let steps = 0;
await fc.assert(
  fc.asyncProperty(sequences, async (sequence) => {
    await runAgainstModel(() => new SqliteHarness(), sequence);
    runs += 1;
    steps += sequence.length;
    if (runs % 1000 === 0) console.log(`  ${String(runs)} sequences agree with the model`);
  }),
  { numRuns, seed },
);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(
  `${String(runs)} sequences of ${String(steps)} steps: no difference, all books sound, ${String(seconds)} s`,
);
