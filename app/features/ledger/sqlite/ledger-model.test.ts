import fc from 'fast-check';
import { test } from 'vitest';
import { sequences } from '../testing/commands';
import { runAgainstModel } from '../testing/model-run';
import { SqliteHarness } from '../testing/sqlite-harness';

test('whatever comes together, in whatever order, and with crashes between: the ledger does what the model does', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => runAgainstModel(() => new SqliteHarness(), steps)),
    { numRuns: 25 },
  );
});
