import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '~/core/db/sqlite/migrate.server';
import { MIGRATIONS_DIR } from '../../../tests/support/database';
import { exportData } from './export-data.server';
import { importData } from './import-data.server';

const AT = new Date('2026-11-20T09:00:00Z');
let directory: string;
let archive: string;
const dataDir = (name: string) => path.join(directory, name);
const envOf = (name: string) => ({ DATA_DIR: dataDir(name), SESSION_SECRET: undefined });

beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'transfer-'));
  archive = path.join(directory, 'all.tar.gz');
  for (const name of ['old', 'new']) fs.mkdirSync(dataDir(name));
  fs.mkdirSync(path.join(dataDir('old'), 'files/ada/input'), { recursive: true });
  fs.writeFileSync(path.join(dataDir('old'), 'files/ada/input/essay – 1.txt'), 'an essay', { mode: 0o644 });
  fs.writeFileSync(path.join(dataDir('old'), 'session-secret'), 's'.repeat(64));
  const database = new SqliteDatabase(path.join(dataDir('old'), 'app.db'));
  migrate(database, MIGRATIONS_DIR);
  database.exec("CREATE TABLE letters (text); INSERT INTO letters VALUES ('kept')");
  database.close();
  await exportData(archive, { env: envOf('old'), version: '0.2.0', at: AT });
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const importInto = (name: string, file = archive) =>
  importData(file, { env: envOf(name), migrationsDir: MIGRATIONS_DIR, at: AT });
const contentOf = (name: string) =>
  fs
    .readdirSync(dataDir(name), { recursive: true, encoding: 'utf8' })
    .filter((file) => fs.statSync(path.join(dataDir(name), file)).isFile())
    .sort();

describe('an export', () => {
  it('brings database, files and secret to another machine, readable by its owner alone', async () => {
    expect(fs.statSync(archive).mode & 0o777).toBe(0o600);
    expect(await importInto('new')).toMatchObject({
      manifest: { version: '0.2.0' },
      kept: undefined,
      isOtherSecret: false,
    });
    expect(contentOf('new')).toEqual(['app.db', 'files/ada/input/essay – 1.txt', 'session-secret']);
    const database = new SqliteDatabase(path.join(dataDir('new'), 'app.db'), { readonly: true });
    expect(database.prepare('SELECT text FROM letters').pluck().all()).toEqual(['kept']);
    database.close();
    const readableByOthers = contentOf('new').filter(
      (file) => (fs.statSync(path.join(dataDir('new'), file)).mode & 0o077) !== 0,
    );
    expect(readableByOthers).toEqual([]);
  });

  it('takes the secret that is set, and says when another one is set where it is imported', async () => {
    const other = path.join(directory, 'other.tar.gz');
    const env = { ...envOf('old'), SESSION_SECRET: 'x'.repeat(40) };
    await exportData(other, { env, version: '0.2.0', at: AT });
    const elsewhere = { ...envOf('new'), SESSION_SECRET: 'y'.repeat(40) };
    const options = { env: elsewhere, migrationsDir: MIGRATIONS_DIR, at: AT };
    expect(await importData(other, options)).toMatchObject({ isOtherSecret: true });
    expect(fs.readFileSync(path.join(dataDir('new'), 'session-secret'), 'utf8')).toBe('x'.repeat(40));
  });

  it('overwrites nothing, and leaves nothing behind when it fails', async () => {
    const again = exportData(archive, { env: envOf('old'), version: '0.2.0', at: AT });
    await expect(again).rejects.toThrow('exists already');
    fs.writeFileSync(path.join(dataDir('old'), 'app.db'), 'damaged '.repeat(1_000));
    const file = path.join(directory, 'second.tar.gz');
    await expect(exportData(file, { env: envOf('old'), version: '0.2.0', at: AT })).rejects.toThrow();
    expect(fs.readdirSync(directory).sort()).toEqual(['all.tar.gz', 'new', 'old']);
  });
});

describe('an import', () => {
  it('keeps the data that is there, even if it is damaged', async () => {
    fs.writeFileSync(path.join(dataDir('new'), 'app.db'), 'damaged');
    fs.mkdirSync(path.join(dataDir('new'), 'files'));
    fs.writeFileSync(path.join(dataDir('new'), 'files/old.txt'), 'old');
    const { kept = '' } = await importInto('new');
    expect(fs.readFileSync(path.join(kept, 'app.db'), 'utf8')).toBe('damaged');
    expect(fs.readFileSync(path.join(kept, 'files/old.txt'), 'utf8')).toBe('old');
    expect(fs.existsSync(path.join(dataDir('new'), 'files/old.txt'))).toBe(false);
  });

  it('refuses what is cut off, changed or something else, and changes nothing', async () => {
    fs.writeFileSync(path.join(dataDir('new'), 'app.db'), 'mine');
    const bytes = fs.readFileSync(archive);
    const middle = Math.floor(bytes.length / 2);
    const flipped = Buffer.from(bytes);
    flipped.fill(0x55, middle, middle + 64);
    const contents = [bytes.subarray(0, middle), bytes.subarray(0, -4), flipped, Buffer.from('else')];
    for (const [index, content] of contents.entries()) {
      const file = path.join(directory, `wrong-${String(index)}`);
      fs.writeFileSync(file, content);
      await expect(importInto('new', file)).rejects.toThrow(/is damaged|is not an export/);
    }
    await expect(importInto('new', path.join(directory, 'none'))).rejects.toThrow('There is no file');
    expect(contentOf('new')).toEqual(['app.db']);
    expect(fs.readFileSync(path.join(dataDir('new'), 'app.db'), 'utf8')).toBe('mine');
  });

  it('refuses an archive of a newer program, by its format and by its database', async () => {
    const made = path.join(directory, 'made');
    fs.mkdirSync(made);
    const pack = async (format: number) => {
      const manifest = { format, version: '9.0.0', exportedAt: AT.toISOString() };
      fs.writeFileSync(path.join(made, 'promptwell.json'), JSON.stringify(manifest));
      fs.writeFileSync(path.join(made, 'session-secret'), 's'.repeat(64));
      fs.copyFileSync(path.join(dataDir('old'), 'app.db'), path.join(made, 'app.db'));
      new SqliteDatabase(path.join(made, 'app.db'))
        .exec(`INSERT INTO "_migration" VALUES ('9999_later', '', '')`)
        .close();
      const file = path.join(directory, `made-${String(format)}.tar.gz`);
      await create({ gzip: true, file, cwd: made }, ['promptwell.json', 'app.db', 'session-secret']);
      return file;
    };
    await expect(importInto('new', await pack(2))).rejects.toThrow(
      'was written by Promptwell 9.0.0, which is newer than this program. Update Promptwell',
    );
    await expect(importInto('new', await pack(1))).rejects.toThrow('This database is newer than the program');
    expect(contentOf('new')).toEqual([]);
  });

  it('takes nothing from an archive but what belongs there, and no links', async () => {
    const made = path.join(directory, 'made');
    fs.mkdirSync(path.join(made, 'files'), { recursive: true });
    fs.writeFileSync(
      path.join(made, 'promptwell.json'),
      JSON.stringify({ format: 1, version: '0.2.0', exportedAt: '' }),
    );
    fs.writeFileSync(path.join(made, 'session-secret'), 's'.repeat(64));
    fs.copyFileSync(path.join(dataDir('old'), 'app.db'), path.join(made, 'app.db'));
    fs.symlinkSync('/etc/passwd', path.join(made, 'files/link'));
    fs.writeFileSync(path.join(made, 'in-use.lock'), 'x');
    const file = path.join(directory, 'made.tar.gz');
    await create({ gzip: true, file, cwd: made }, [
      'promptwell.json',
      'app.db',
      'session-secret',
      'files',
      'in-use.lock',
    ]);
    await importInto('new', file);
    expect(contentOf('new')).toEqual(['app.db', 'session-secret']);
  });
});
