import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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
