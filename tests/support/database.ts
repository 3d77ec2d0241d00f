import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { migrate } from '../../app/core/db/sqlite/migrate.server';
import {
  openConnection,
  openDatabase,
  type SqliteAppDatabase,
} from '../../app/core/db/sqlite/database.server';
import { hashOfFolders } from './hash-of-folders';

export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../prisma/migrations');

export interface TemporaryDatabase extends SqliteAppDatabase {
  /** Nothing but the database lies in this folder; closing removes it. */
  directory: string;
  file: string;
}

export interface TemporaryFile {
  directory: string;
  file: string;
  remove: () => void;
}

/** A migrated, empty database in a folder of its own, opened as the program opens it. `close()` removes the folder. */
export function temporaryDatabase(...people: string[]): TemporaryDatabase {
  const { directory, file, remove } = temporaryDatabaseFile(...people);
  const database = openDatabase(file, MIGRATIONS_DIR);
  // Tests kill processes, not the machine's power: they need not wait for the disk.
  database.connection.pragma('synchronous = OFF');
  return {
    ...database,
    directory,
    file,
    close: async () => {
      await database.close();
      remove();
    },
  };
}

/** The same as an unopened file, with users of these ids. */
export function temporaryDatabaseFile(...people: string[]): TemporaryFile {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-test-'));
  const file = path.join(directory, 'app.db');
  fs.copyFileSync(template(), file);
  if (people.length > 0) {
    const connection = openConnection(file);
    addPeople(connection, ...people);
    connection.close();
  }
  return { directory, file, remove: () => fs.rmSync(directory, { recursive: true, force: true }) };
}

/** Users, as far as other tables refer to them. */
function addPeople(connection: Database, ...ids: string[]): void {
  const insert = connection.prepare<[{ id: string }]>(
    `INSERT INTO "user" (id, email, first_name, last_name) VALUES (@id, @id || '@example.org', @id, '')`,
  );
  for (const id of ids) insert.run({ id });
}

/** A migrated file that all test processes copy, made by the first of them. Other migrations make another file. */
function template(): string {
  const file = path.join(os.tmpdir(), `promptwell-template-${hashOfFolders(MIGRATIONS_DIR)}.db`);
  if (fs.existsSync(file)) return file;
  const draft = `${file}.${randomUUID()}`;
  const connection = openConnection(draft);
  migrate(connection, MIGRATIONS_DIR);
  connection.close(); // leaves one file, which can be copied
  fs.renameSync(draft, file); // whole or not at all, whoever else is making it
  return file;
}
