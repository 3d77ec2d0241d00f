import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate, pendingMigrations } from './migrate.server';

let dir: string;
const write = (name: string, sql: string) => {
  fs.mkdirSync(path.join(dir, name), { recursive: true });
  fs.writeFileSync(path.join(dir, name, 'migration.sql'), sql);
};
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-migrations-'));
  write('0001_first', 'CREATE TABLE "a" ("x" INTEGER);');
});

describe('migrations', () => {
  it('are applied once, in order', () => {
    const database = new SqliteDatabase(':memory:');
    expect(migrate(database, dir)).toEqual(['0001_first']);
    write('0002_second', 'ALTER TABLE "a" ADD COLUMN "y" TEXT;');
    expect(pendingMigrations(database, dir)).toEqual(['0002_second']);
    expect(migrate(database, dir)).toEqual(['0002_second']);
    expect(migrate(database, dir)).toEqual([]);
    expect(pendingMigrations(database, dir)).toEqual([]);
  });

  it('leave nothing behind when they fail', () => {
    const database = new SqliteDatabase(':memory:');
    write('0002_broken', 'CREATE TABLE "b" ("x" INTEGER); CREATE TABLE "a" ("again" INTEGER);');
    expect(() => migrate(database, dir)).toThrow(/already exists/);
    expect(database.prepare("SELECT name FROM sqlite_master WHERE name IN ('a', 'b')").pluck().all()).toEqual(
      ['a'],
    );
    expect(pendingMigrations(database, dir)).toEqual(['0002_broken']);
  });

  it('may make a table anew that others refer to, and lose nothing of those', () => {
    const database = new SqliteDatabase(':memory:');
    write(
      '0001_first',
      `CREATE TABLE "a" ("x" INTEGER PRIMARY KEY);
       CREATE TABLE "b" ("x" INTEGER REFERENCES "a" ("x") ON DELETE CASCADE);`,
    );
    migrate(database, dir);
    database.exec('INSERT INTO "a" VALUES (1); INSERT INTO "b" VALUES (1);');
    write(
      '0002_anew',
      `CREATE TABLE "new_a" ("x" INTEGER PRIMARY KEY, "y" TEXT);
       INSERT INTO "new_a" ("x") SELECT "x" FROM "a"; DROP TABLE "a"; ALTER TABLE "new_a" RENAME TO "a";`,
    );
    migrate(database, dir);
    expect(database.prepare('SELECT count(*) FROM "b"').pluck().get()).toBe(1);
    expect(() => database.exec('INSERT INTO "b" VALUES (2)')).toThrow(/FOREIGN KEY/);
  });

  it('that break a reference are refused, and leave nothing behind', () => {
    const database = new SqliteDatabase(':memory:');
    write('0001_first', 'CREATE TABLE "a" ("x" INTEGER PRIMARY KEY);');
    write(
      '0002_orphans',
      'CREATE TABLE "b" ("x" INTEGER REFERENCES "a" ("x")); INSERT INTO "b" VALUES (7), (8);',
    );
    expect(() => migrate(database, dir)).toThrow(/2 of b to a/);
    expect(pendingMigrations(database, dir)).toEqual(['0002_orphans']);
    expect(database.prepare("SELECT name FROM sqlite_master WHERE name = 'b'").all()).toEqual([]);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('that were changed afterwards are refused, but line ends do not count as a change', () => {
    const database = new SqliteDatabase(':memory:');
    write('0001_first', 'CREATE TABLE "a" (\n"x" INTEGER);');
    migrate(database, dir);
    write('0001_first', 'CREATE TABLE "a" (\r\n"x" INTEGER);');
    expect(migrate(database, dir)).toEqual([]);
    write('0001_first', 'CREATE TABLE "a" ("x" TEXT);');
    expect(() => migrate(database, dir)).toThrow(/was changed after this database had applied it/);
  });

  it('of a newer program are refused', () => {
    const database = new SqliteDatabase(':memory:');
    write('0002_second', 'CREATE TABLE "b" ("x" INTEGER);');
    migrate(database, dir);
    fs.rmSync(path.join(dir, '0002_second'), { recursive: true });
    expect(() => migrate(database, dir)).toThrow(/newer than the program/);
  });
});
