import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { BalanceAnswer } from '../../app/features/billing/schema';
import { checkBooks, complete, startPayingServer, vendorEnv } from '../support/paying-server';
import { ADMIN_ENV, apiOf, startServer } from '../support/server';

const root = path.resolve(import.meta.dirname, '../..');

function command(dataDir: string, ...args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: 'production' as const, DATA_DIR: dataDir };
    execFile(
      process.execPath,
      [path.join(root, 'build/host/command.js'), ...args],
      { cwd: dataDir, env },
      (error, out, err) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: out + err });
      },
    );
  });
}

it('a backup made while the server runs brings back exactly what was there', async () => {
  const paying = await startPayingServer();
  const { dataDir } = paying.server;
  await complete(paying.server.origin, paying.token, { prompt: 'Before the backup' });
  const atBackup = await paying.balance();
  const { output } = await command(dataDir, 'db-backup');
  const file = /Backup written: (.*)/.exec(output)?.[1] ?? '';
  await complete(paying.server.origin, paying.token, { prompt: 'After the backup' });
  expect((await paying.balance()).balanceMicroUsd).toBeLessThan(atBackup.balanceMicroUsd);

  expect(await command(dataDir, 'db-restore', file)).toMatchObject({
    status: 1,
    output: expect.stringContaining('Another Promptwell is using') as string,
  });
  await paying.server.stop();
  expect(await command(dataDir, 'db-restore', file)).toMatchObject({ status: 0 });
  expect(await checkBooks(dataDir)).toMatchObject({ status: 0 });

  const again = await startServer({ dataDir, env: { ...ADMIN_ENV, ...vendorEnv(paying.vendor) } });
  const { body } = await apiOf(again.origin, paying.token)<BalanceAnswer>('GET', '/api/billing/balance');
  expect(body.balanceMicroUsd).toBe(atBackup.balanceMicroUsd);
  const kept = fs
    .readdirSync(path.join(dataDir, 'backups'))
    .filter((name) => name.startsWith('before-restore'));
  expect(kept).toHaveLength(1);
  await again.stop();
  await paying.vendor.close();
});

it('a damaged, foreign or missing file is refused, and nothing is lost', async () => {
  const paying = await startPayingServer();
  await paying.close();
  const { dataDir } = paying.server;
  const before = fs.readFileSync(path.join(dataDir, 'app.db'));
  const damaged = path.join(dataDir, 'damaged.db');
  fs.writeFileSync(damaged, 'this is no database at all, however long it may be '.repeat(100));
  const foreign = path.join(dataDir, 'foreign.db');
  new SqliteDatabase(foreign).exec('CREATE TABLE t (x)').close();
  for (const file of [damaged, foreign, path.join(dataDir, 'missing.db')]) {
    expect(await command(dataDir, 'db-restore', file)).toMatchObject({ status: 1 });
  }
  expect(await command(dataDir, 'db-restore')).toMatchObject({ status: 2 });
  expect(await command(dataDir, 'nonsense')).toMatchObject({ status: 2 });
  expect(fs.readFileSync(path.join(dataDir, 'app.db')).equals(before)).toBe(true);
});
