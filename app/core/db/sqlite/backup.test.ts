import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainDamage } from './damaged-database.server';
import { openDatabase } from './database.server';
import { backUp } from './backup.server';
import { listBackups } from './list-backups.server';
import { migrate } from './migrate.server';
import { restore } from './restore.server';

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
  const kept = await restore(backup, databaseFile, backups, MIGRATIONS, at);
  expect(fs.readdirSync(backups).sort()).toEqual(
    [backup, kept?.file ?? ''].map((file) => path.basename(file)).sort(),
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
    const kept = await restore(backup, databaseFile, elsewhere, MIGRATIONS, at);
    const tablesOf = (file: string) => {
      const opened = new SqliteDatabase(file, { readonly: true });
      const found = opened.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'newer'").pluck().get();
      opened.close();
      return found;
    };
    expect([databaseFile, kept?.file ?? ''].map(tablesOf)).toEqual([0, 1]);
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
  await expect(restore(backup, databaseFile, backups, MIGRATIONS, at)).rejects.toThrow();
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
  const plain = path.join(directory, 'plain.db');
  fs.writeFileSync(plain, gunzipSync(fs.readFileSync(await backup)));
  const copy = new SqliteDatabase(plain, { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM letters').pluck().get()).toBe(1);
  copy.close();
  database.close();
});

const AT = new Date('2026-11-20T09:00:00Z');
const backupsDir = () => path.join(directory, 'backups');

/** A database with something in it, and a backup of it. */
async function backedUp(): Promise<string> {
  const database = new SqliteDatabase(databaseFile);
  migrate(database, MIGRATIONS);
  database.exec("CREATE TABLE letters (text); INSERT INTO letters VALUES ('kept')");
  database.close();
  return backUp(databaseFile, backupsDir(), AT);
}

function letters(file: string): unknown[] {
  const database = new SqliteDatabase(file);
  const found = database.prepare('SELECT text FROM letters').pluck().all();
  database.close();
  return found;
}

function overwrite(at: number, length: number): void {
  const file = fs.openSync(databaseFile, 'r+');
  fs.writeSync(file, Buffer.alloc(length, 0xa5), 0, length, at);
  fs.closeSync(file);
}

/** Damage that a disk, a crash or a badly timed copy does to a file. */
const DAMAGES: readonly (readonly [name: string, damage: () => void])[] = [
  ['the first page overwritten', () => overwrite(0, 4_096)],
  ['the schema overwritten', () => overwrite(100, 3_000)],
  ['pages in the middle overwritten', () => overwrite(8_192, 40_000)],
  ['cut off in the middle', () => fs.truncateSync(databaseFile, 30_000)],
  ['cut off in the first page', () => fs.truncateSync(databaseFile, 50)],
  ['empty', () => fs.truncateSync(databaseFile, 0)],
  ['something else altogether', () => fs.writeFileSync(databaseFile, 'not a database '.repeat(5_000))],
];

describe('over a damaged database', () => {
  it.each(DAMAGES)('(%s) a restore goes on, and keeps what was there', async (_, damage) => {
    const backup = await backedUp();
    damage();
    fs.writeFileSync(`${databaseFile}-wal`, 'half a log');
    const before = fs.readFileSync(databaseFile);
    const kept = await restore(backup, databaseFile, backupsDir(), MIGRATIONS, AT);
    expect(letters(databaseFile)).toEqual(['kept']);
    expect(kept?.file).toMatch(/before-restore-2026-11-20T09-00-00Z\.(damaged|db)$/);
    if (kept?.isDamaged) {
      expect(fs.readFileSync(kept.file).equals(before)).toBe(true);
      expect(fs.readFileSync(`${kept.file}-wal`, 'utf8')).toBe('half a log');
    }
  });

  it.each(DAMAGES.filter(([name]) => name !== 'pages in the middle overwritten'))(
    '(%s) a start names the file and the command',
    async (_, damage) => {
      const backup = await backedUp();
      damage();
      const start = explainDamage(databaseFile, backupsDir(), () =>
        Promise.resolve().then(() => openDatabase(databaseFile, MIGRATIONS)),
      );
      await expect(start).rejects.toThrow(
        `the database ${databaseFile} is damaged.\nRestore the newest backup:\n  npm run db:restore -- ${backup}`,
      );
    },
  );
});

describe('a restore', () => {
  it('reads plain backups of earlier versions, and the log beside them', async () => {
    await backedUp();
    const plain = path.join(directory, 'app-2026-11-01T09-00-00Z.db');
    const open = new SqliteDatabase(databaseFile);
    open.pragma('journal_mode = WAL');
    open.exec("INSERT INTO letters VALUES ('in the log')");
    for (const ending of ['', '-wal']) fs.copyFileSync(databaseFile + ending, plain + ending);
    open.close();
    await restore(plain, databaseFile, backupsDir(), MIGRATIONS, AT);
    expect(letters(databaseFile)).toEqual(['kept', 'in the log']);
  });

  it('refuses a backup that is cut off, foreign, or of a newer program, and changes nothing', async () => {
    const backup = await backedUp();
    const before = fs.readFileSync(databaseFile);
    const file = path.join(directory, 'backup');
    const refused = async (content: Buffer) => {
      fs.writeFileSync(file, content);
      const outcome = await restore(file, databaseFile, backupsDir(), MIGRATIONS, AT).catch(
        (error: unknown) => error,
      );
      expect(fs.readFileSync(databaseFile).equals(before)).toBe(true);
      return outcome instanceof Error ? outcome.message : outcome;
    };
    const compressed = fs.readFileSync(backup);
    expect(await refused(compressed.subarray(0, compressed.length / 2))).toContain(`${file} is damaged`);
    expect(await refused(gzipSync('no database'))).toBe(`${file} is not a SQLite database.`);
    const newer = path.join(directory, 'newer.db');
    fs.copyFileSync(databaseFile, newer);
    new SqliteDatabase(newer).exec(`INSERT INTO "_migration" VALUES ('9999_later', '', '')`).close();
    expect(await refused(fs.readFileSync(newer))).toContain('This database is newer than the program');
    expect(fs.readdirSync(directory).filter((name) => name.includes('restoring'))).toEqual([]);
  });
});

it('a backup by hand is listed, and told apart from those that make room', async () => {
  await backedUp();
  await backUp(databaseFile, backupsDir(), new Date('2026-11-20T10:00:00Z'), 'manual');
  fs.writeFileSync(path.join(backupsDir(), 'before-restore-2026-11-20T11-00-00Z.db'), '');
  expect(listBackups(backupsDir())).toEqual([
    { name: 'manual-2026-11-20T10-00-00Z.db.gz', at: '2026-11-20T10:00:00Z', isScheduled: false },
    { name: 'app-2026-11-20T09-00-00Z.db.gz', at: '2026-11-20T09:00:00Z', isScheduled: true },
  ]);
});
