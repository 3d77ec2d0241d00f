import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '~/core/db/postgres/statement.server';
import {
  emptyDatabase,
  endConnections,
  startPostgres,
  type PostgresServer,
} from '../../../../tests/support/postgres';
import { PostgresHarness } from '../testing/postgres-harness';

const PROGRAM = path.resolve(import.meta.dirname, '../testing/paying-process.ts');
const states = statement('SELECT id, state FROM ledger_operation');

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.database();
});
afterAll(() => server.stop());

/** Runs the program until it has printed this many lines, kills it with SIGKILL, and returns its output. */
async function linesUntilKilled(lineCount: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === lineCount) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return lines;
}

test.each([
  [95, ''],
  [1, ' @soak'],
])(
  'killed with -9 after %d acknowledgements, it has kept each of them and loses no money%s',
  async (lineCount) => {
    await emptyDatabase(url, 'ann');
    const lines = await linesUntilKilled(lineCount);
    const idsOf = (verb: string) =>
      lines.flatMap((line) => (line.startsWith(`${verb} `) ? [line.slice(verb.length + 1)] : []));

    await endConnections(url); // the server may not have noticed yet
    const harness = PostgresHarness.open(url);
    const { ledger } = harness;
    const rows = await harness.database.read((queries) => queries.all<{ id: string; state: string }>(states));
    const stateOf = new Map(rows.map(({ id, state }) => [id, state]));
    expect(idsOf('held').filter((id) => !stateOf.has(id))).toEqual([]);
    expect(idsOf('settled').filter((id) => stateOf.get(id) !== 'answered')).toEqual([]);

    harness.nowMs = Date.now();
    const { openHolds } = await ledger.reconcile();
    expect(await ledger.recover()).toEqual({
      releasedUndispatched: 0,
      releasedAsLoss: openHolds,
      lossMicroUsd: BigInt(openHolds) * 200n,
    });
    const { totalRequests } = await ledger.usageSummary('ann', {});
    expect(totalRequests).toBeGreaterThanOrEqual(idsOf('settled').length);
    expect(await ledger.balance('ann')).toMatchObject({
      postedMicroUsd: 10n ** 9n - BigInt(totalRequests) * 140n,
      heldMicroUsd: 0n,
    });
    expect((await ledger.reconcile()).faults).toEqual([]);
    harness.close();
  },
);
