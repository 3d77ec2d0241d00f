import type { FileRecord } from '@promptwell/baiql-runtime';
import type { Sql } from '~/core/db/sql';
import type { FileOfRun } from './run-store.server';

interface FileRow {
  folder: string;
  name: string;
  executionId: string;
  isWhole: bigint;
  size: bigint;
  modifiedMs: number;
  scriptName: string;
  createdAt: bigint;
}

const COLUMNS = `f.folder, f.name, f.execution_id AS executionId, f.is_whole AS isWhole, f.size,
  f.modified_ms AS modifiedMs, e.script_name AS scriptName, e.created_at AS createdAt`;
const FROM = 'FROM baiql_file f JOIN baiql_execution e ON e.id = f.execution_id';

const SAVE = `
  INSERT INTO baiql_file (user_id, folder, name, execution_id, is_whole, size, modified_ms)
  SELECT user_id, @folder, @name, id, @isWhole, @size, @modifiedMs FROM baiql_execution WHERE id = @executionId
  ON CONFLICT (user_id, folder, name) DO UPDATE SET execution_id = excluded.execution_id,
    is_whole = excluded.is_whole, size = excluded.size, modified_ms = excluded.modified_ms`;
const REMOVE =
  'DELETE FROM baiql_file WHERE execution_id = @executionId AND folder = @folder AND name = @name';
const AT = `
  SELECT ${COLUMNS} ${FROM} WHERE f.user_id = (SELECT user_id FROM baiql_execution WHERE id = @executionId)
    AND f.folder = @folder AND f.name = @name`;
const IN_FOLDER = `SELECT ${COLUMNS} ${FROM} WHERE f.user_id = @userId AND f.folder = @folder`;

/** Records which run last wrote which file. */
export const filesIn = (sql: Sql) => ({
  async save(executionId: string, { path, sizeBytes, modifiedMs, isWhole }: FileRecord): Promise<void> {
    await sql.run(SAVE, { executionId, ...placeOf(path), isWhole, size: sizeBytes, modifiedMs });
  },
  async remove(executionId: string, path: string): Promise<void> {
    await sql.run(REMOVE, { executionId, ...placeOf(path) });
  },
  /** The last records of these paths, from any run of the same user. */
  async at(executionId: string, paths: readonly string[]): Promise<FileOfRun[]> {
    const found: FileOfRun[] = [];
    for (const path of paths) {
      const row = await sql.get<FileRow>(AT, { executionId, ...placeOf(path) });
      if (row) found.push(toFile(row));
    }
    return found;
  },
  inFolder: async (userId: string, folder: string): Promise<FileOfRun[]> =>
    (await sql.all<FileRow>(IN_FOLDER, { userId, folder })).map(toFile),
});

function placeOf(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, slash), name: path.slice(slash) };
}

const toFile = (row: FileRow): FileOfRun => ({
  path: row.folder + row.name,
  sizeBytes: Number(row.size),
  modifiedMs: row.modifiedMs,
  isWhole: row.isWhole !== 0n,
  executionId: row.executionId,
  scriptName: row.scriptName,
  createdAtMs: Number(row.createdAt),
});
