import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../tests/support/postgres';
import { sequences } from '../testing/commands';
import { runAgainstModel } from '../testing/model-run';
import { PostgresHarness } from '../testing/postgres-harness';

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.database();
});
afterAll(() => server.stop());

test('whatever comes together, in whatever order, and with crashes between: the ledger does what the model does', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => runAgainstModel(() => PostgresHarness.on(url), steps)),
    { numRuns: 4 },
  );
});
