import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openConnection } from '~/core/db/sqlite/database.server';
import { ConnectionLock } from '~/core/db/sqlite/lock.server';
import { steadyClock } from '~/core/shared/clock';
import { temporaryDatabaseFile } from '../../../../tests/support/database';
import { createSqliteLedger } from '../index.server';

const PROGRAM = path.resolve(import.meta.dirname, '../testing/paying-process.ts');

/** Runs the program until it has printed this many lines, kills it with SIGKILL, and returns its output. */
async function linesUntilKilled(file: string, lineCount: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, file], {
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
  [14, ''],
  [1, ' @soak'],
  [95, ' @soak'],
  [402, ' @soak'],
])(
  'killed with -9 after %d acknowledgements, it has kept each of them and loses no money%s',
  async (lineCount) => {
    const { file, remove } = temporaryDatabaseFile('ann');
    const lines = await linesUntilKilled(file, lineCount);
    const idsOf = (verb: string) =>
      lines.flatMap((line) => (line.startsWith(`${verb} `) ? [line.slice(verb.length + 1)] : []));

    const connection = openConnection(file);
    const settings = {
      connection,
      lock: new ConnectionLock(),
      clock: Date.now,
      steadyClock,
      sealKey: Buffer.alloc(32),
    };
    const ledger = createSqliteLedger({
      ...settings,
      processId: 'the next one',
      log: pino({ enabled: false }),
    });
    const stateOf = connection
      .prepare<[string], string>('SELECT state FROM ledger_operation WHERE id = ?')
      .pluck();
    expect(idsOf('held').filter((id) => stateOf.get(id) === undefined)).toEqual([]);
    expect(idsOf('settled').filter((id) => stateOf.get(id) !== 'answered')).toEqual([]);

    const { openHolds } = await ledger.reconcile();
    const recovery = await ledger.recover();
    expect(recovery).toEqual({
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
    connection.close();
    remove();
  },
);
