import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp, restore } from './backup.server';
import { migrate } from './migrate.server';

const MIGRATIONS = path.resolve('prisma/migrations');
let directory: string;
let databaseFile: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'));
  databaseFile = path.join(directory, 'app.db');
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

it('a restore leaves the database and the backups, and no empty write-ahead logs', async () => {
  const database = new SqliteDatabase(databaseFile);
  database.pragma('journal_mode = WAL');
  migrate(database, MIGRATIONS);
  database.close();
  const backups = path.join(directory, 'backups');
  const at = new Date('2026-11-20T09:00:00Z');
  const backup = await backUp(databaseFile, backups, at);
  const kept = restore(backup, databaseFile, backups, MIGRATIONS, at);
  expect(fs.readdirSync(backups).sort()).toEqual(
    [backup, kept ?? ''].map((file) => path.basename(file)).sort(),
  );
  expect(fs.readdirSync(directory).sort()).toEqual(['app.db', 'backups']);
});

it('a restore keeps what was there also where the backups lie on another disk', async () => {
  const database = new SqliteDatabase(databaseFile);
  migrate(database, MIGRATIONS);
  const at = new Date('2026-11-20T09:00:00Z');
  const elsewhere = fs.mkdtempSync(path.join(fs.existsSync('/dev/shm') ? '/dev/shm' : directory, 'backups-'));
  try {
    const backup = await backUp(databaseFile, elsewhere, at);
    database.exec('CREATE TABLE newer (text)');
    database.close();
    const kept = restore(backup, databaseFile, elsewhere, MIGRATIONS, at);
    const tablesOf = (file: string) => {
      const opened = new SqliteDatabase(file, { readonly: true });
      const found = opened.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'newer'").pluck().get();
      opened.close();
      return found;
    };
    expect([databaseFile, kept ?? ''].map(tablesOf)).toEqual([0, 1]);
    expect(fs.readdirSync(elsewhere)).toHaveLength(2);
  } finally {
    fs.rmSync(elsewhere, { recursive: true });
  }
});

it('a restore that breaks off leaves a database in its place', async () => {
  const database = new SqliteDatabase(databaseFile);
  migrate(database, MIGRATIONS);
  database.close();
  const backups = path.join(directory, 'backups');
  const at = new Date('2026-11-20T09:00:00Z');
  const backup = await backUp(databaseFile, backups, at);
  fs.mkdirSync(`${databaseFile}-shm`); // cannot be removed as a file
  expect(() => restore(backup, databaseFile, backups, MIGRATIONS, at)).toThrow();
  expect(fs.existsSync(databaseFile)).toBe(true);
});

it('neither a backup that failed nor one that a crash broke off leaves half a file behind', async () => {
  const backups = path.join(directory, 'backups');
  fs.mkdirSync(backups);
  const broken = path.join(backups, 'app-2026-11-18T09-00-00Z.db.unfinished');
  for (const ending of ['', '-journal']) fs.writeFileSync(broken + ending, 'half');
  const underWay = 'app-2026-11-20T08-59-00Z.db.unfinished';
  fs.writeFileSync(path.join(backups, underWay), 'half');
  const at = new Date('2026-11-20T09:00:00Z');
  for (const ending of ['', '-journal'])
    fs.utimesSync(broken + ending, new Date('2026-11-18'), new Date('2026-11-18'));
  const database = new SqliteDatabase(databaseFile);
  database.exec('CREATE TABLE pages (text)');
  database.prepare('INSERT INTO pages VALUES (?)').run('x'.repeat(50_000));
  database.close();
  const file = fs.openSync(databaseFile, 'r+');
  fs.writeSync(file, Buffer.alloc(8_000, 0xff), 0, 8_000, 8_192);
  fs.closeSync(file);
  await expect(backUp(databaseFile, backups, at)).rejects.toThrow('is damaged');
  expect(fs.readdirSync(backups)).toEqual([underWay]);
});

it('a backup is of the moment in which it began, however much is written meanwhile', async () => {
  const database = new SqliteDatabase(databaseFile);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE letters (text)');
  const write = database.prepare('INSERT INTO letters VALUES (?)');
  write.run('x'.repeat(10_000_000));
  const backup = backUp(databaseFile, path.join(directory, 'backups'), new Date());
  for (let writes = 0; writes < 300; writes += 1) {
    write.run('y');
    await setImmediate();
  }
  const copy = new SqliteDatabase(await backup, { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM letters').pluck().get()).toBe(1);
  copy.close();
  database.close();
});
