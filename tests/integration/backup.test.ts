import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../app/commands.server';
import { readEnv } from '../../app/core/server/env.server';
import { faultsInBooks } from '../support/server-database';
import { temporaryDatabaseFile } from '../support/database';
import { complete, startPayingServer, vendorEnv } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { ADMIN_ENV, apiOf, signInByApi, startServer } from '../support/server';
import { startStripeServer, stripeEnv } from '../vendors/stripe-server';

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

it('a backup made while the server runs brings back exactly what was there; newer payments and plans are fetched from Stripe at the next start @soak', async () => {
  const stripe = await startStripeServer();
  const paying = await startPayingServer(stripeEnv(stripe));
  const { dataDir, origin } = paying.server;
  await complete(origin, paying.token, { prompt: 'Before the backup' });
  const atBackup = await paying.balance();
  const token = await signInByApi(origin, await registerPerson(paying.server));
  const { output } = await command(dataDir, 'db-backup');
  const file = /Backup written: (.*)/.exec(output)?.[1] ?? '';
  await complete(origin, paying.token, { prompt: 'After the backup' });
  expect((await paying.balance()).balanceMicroUsd).toBeLessThan(atBackup.balanceMicroUsd);
  const person = apiOf(origin, token);
  const begun = [
    await person('POST', '/api/payments/one-time-intent', { AmountCents: 500, PackageId: 'p5' }),
    await person('POST', '/api/payments/subscription', { PriceId: 'price_team', Seats: 5 }),
  ];
  expect(begun.map(({ status }) => status)).toEqual([200, 200]);
  for (const id of stripe.account.intents.keys()) stripe.account.pay(id);

  expect(await command(dataDir, 'db-restore', file)).toMatchObject({
    status: 1,
    output: expect.stringContaining('Another Promptwell is using') as string,
  });
  await paying.server.stop();
  expect(await command(dataDir, 'db-restore', file)).toMatchObject({ status: 0 });
  expect(await faultsInBooks(dataDir)).toEqual([]);
  const readableByOthers = fs
    .readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => (fs.statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
  expect(readableByOthers).toEqual([]);

  const env = { ...ADMIN_ENV, ...vendorEnv(paying.vendor), ...stripeEnv(stripe) };
  const again = await startServer({ dataDir, env });
  const asked = async (pathname: string, by = token) => (await apiOf(again.origin, by)('GET', pathname)).body;
  expect(await asked('/api/billing/balance', paying.token)).toMatchObject({
    balanceMicroUsd: atBackup.balanceMicroUsd,
  });
  await expect
    .poll(() => asked('/api/payments/subscription/status'), { timeout: 60_000 })
    .toMatchObject({ status: 'active', plan: 'team', seats: 5 });
  await expect.poll(() => asked('/api/billing/balance')).toMatchObject({ balanceCents: 500 });
  const kept = fs
    .readdirSync(path.join(dataDir, 'backups'))
    .filter((name) => name.startsWith('before-restore'));
  expect(kept).toHaveLength(1);
  await again.stop();
  expect(await faultsInBooks(dataDir)).toEqual([]);
  await paying.vendor.close();
  await stripe.close();
});

it('a damaged, foreign or missing file is refused, and nothing is lost', async () => {
  const { directory: dataDir, file: database, remove } = temporaryDatabaseFile('ada');
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  try {
    const before = fs.readFileSync(database);
    const inThisProcess = (name: string, ...args: string[]) =>
      runCommand(name, args, { env: readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir }), root });
    const damaged = path.join(dataDir, 'damaged.db');
    fs.writeFileSync(damaged, 'this is no database at all, however long it may be '.repeat(100));
    const foreign = path.join(dataDir, 'foreign.db');
    new SqliteDatabase(foreign).exec('CREATE TABLE t (x)').close();
    for (const file of [foreign, path.join(dataDir, 'missing.db')]) {
      await expect(inThisProcess('db-restore', file)).rejects.toThrow(/\.$/);
    }
    expect(await command(dataDir, 'db-restore', damaged)).toMatchObject({ status: 1 });
    expect(await inThisProcess('db-restore')).toBe(2);
    expect(await inThisProcess('nonsense')).toBe(2);
    expect(await inThisProcess('db-backup', '--no-such-option')).toBe(2);
    expect(fs.readFileSync(database).equals(before)).toBe(true);
  } finally {
    told.mockRestore();
    remove();
  }
});

it('every command has --help, also with settings that are wrong @soak', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-test-'));
  const said = vi.spyOn(console, 'log').mockReturnValue(undefined);
  try {
    fs.writeFileSync(path.join(directory, '.env'), 'PORT=wrong');
    const general = await command(directory, '--help');
    const names = [...general.output.matchAll(/^ {2}([a-z-]+) +[A-Z]/gm)].map(([, name = '']) => name);
    expect(names).toEqual([
      'ledger-check',
      'db-backup',
      'db-restore',
      'db-copy',
      'data-export',
      'data-import',
      'api-docs',
    ]);
    for (const name of names) {
      expect(await runCommand(name, ['--help'], { env: readEnv({}), root })).toBe(0);
      expect(said.mock.lastCall?.[0]).toContain(`node build/host/command.js ${name}`);
    }
  } finally {
    said.mockRestore();
    fs.rmSync(directory, { recursive: true });
  }
});

it('a backup is restored on a machine where no server ever ran, and where nothing is there is nothing to back up', async () => {
  const { directory, file: backup, remove } = temporaryDatabaseFile('ada');
  const dataDir = path.join(directory, 'new', 'data');
  const inThisProcess = (name: string, ...args: string[]) =>
    runCommand(name, args, { env: readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir }), root });
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const said = vi.spyOn(console, 'log').mockReturnValue(undefined);
  try {
    expect(await inThisProcess('db-backup')).toBe(2);
    expect(told).toHaveBeenCalledWith(`There is no database at ${path.join(dataDir, 'app.db')} yet.`);
    expect(fs.existsSync(dataDir)).toBe(false);

    expect(await inThisProcess('db-restore', backup)).toBe(0);
    expect(await inThisProcess('ledger-check')).toBe(0);
  } finally {
    told.mockRestore();
    said.mockRestore();
    remove();
  }
});
