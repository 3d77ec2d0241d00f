import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../tests/support/postgres';
import { describeLedger } from '../testing/ledger-suite';
import { PostgresHarness } from '../testing/postgres-harness';

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.database();
});
afterAll(() => server.stop());

describeLedger('the ledger on PostgreSQL', () => PostgresHarness.on(url), ' @soak');
