import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { partsOfMemo, type RunMemo } from '@promptwell/baiql-runtime';
import Database from 'better-sqlite3';
import { UsageError } from '../../command.js';
import { claimRun, RunInUseError } from './claim-run.js';
import { MEMO_PARTS_SINCE, SCHEMA, SCHEMA_VERSION, SET_MEMO_PART, MIGRATIONS } from './schema.js';
import { createStateWriter, type StateWriter } from './state-writer.js';

/** The file that stores runs, so that they can be continued. */
export interface StateFile {
  readonly file: string;
  readonly db: Database.Database;
  readonly writer: StateWriter;
  /** Locks a run while the file is open. False if another process holds it. */
  claim(runId: string): boolean;
  close(): Promise<void>;
}

/** Opens a state file, creating it if missing. @throws UsageError if the file is something else. */
export function openState(file: string): StateFile {
  const db = openDatabase(file);
  const writer = createStateWriter(file);
  const claims: (() => void)[] = [];
  return {
    file,
    db,
    writer,
    claim(runId) {
      const release = claimRun(file, runId);
      if (release !== null) claims.push(release);
      return release !== null;
    },
    async close() {
      await writer.close();
      for (const releaseClaim of claims) releaseClaim();
      // The last connection merges the write-ahead log.
      db.close();
    },
  };
}

function openDatabase(file: string): Database.Database {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const db = new Database(file, { timeout: 10_000 });
    db.pragma('journal_mode = WAL');
    // This connection's writes are durable with the writer's next commit, before anything is paid.
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version === 0) {
      db.transaction(() => {
        db.exec(SCHEMA);
        db.pragma(`user_version = ${SCHEMA_VERSION}`);
      }).immediate();
    } else if (version < 1 || version > SCHEMA_VERSION) {
      db.close();
      throw new UsageError(
        version < 1
          ? `${file} is not a file of baiql. Name another one with --state.`
          : `${file} was made by a newer version of baiql. Update baiql to continue its runs; with --state and a new file, nothing paid is known.`,
      );
    } else if (version < SCHEMA_VERSION) {
      db.transaction(() => {
        migrateState(db, version);
      }).immediate();
    }
    return db;
  } catch (error) {
    throw unusable(file, error);
  }
}

function migrateState(db: Database.Database, version: number): void {
  for (let from = version; from < SCHEMA_VERSION; from += 1) db.exec(MIGRATIONS[from] ?? '');
  if (version < MEMO_PARTS_SINCE) splitMemos(db);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}

function splitMemos(db: Database.Database): void {
  const setPart = db.prepare(SET_MEMO_PART);
  const runs = db.prepare<[], { id: string; memo: string }>(
    'SELECT id, memo FROM runs WHERE memo IS NOT NULL',
  );
  for (const { id, memo } of runs.all()) {
    const parts = partsOfMemo(JSON.parse(memo) as RunMemo); // written by an earlier version
    for (const [name, value] of Object.entries(parts)) setPart.run(id, name, value);
  }
  db.exec('ALTER TABLE runs DROP COLUMN memo');
}

/** The error for a state file that cannot be opened or written at the start. */
export function unusable(file: string, error: unknown): UsageError | RunInUseError {
  if (error instanceof UsageError || error instanceof RunInUseError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new UsageError(`The state file ${file} cannot be used (${why}).`);
}
