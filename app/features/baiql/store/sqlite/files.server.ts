import type { FileRecord } from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import type { FileOfRun } from '../run-store.server';

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

/** Records which run last wrote which file. */
export function fileStatements(connection: Database) {
  const save = connection.prepare(
    `INSERT INTO baiql_file (user_id, folder, name, execution_id, is_whole, size, modified_ms)
     SELECT user_id, @folder, @name, id, @isWhole, @size, @modifiedMs FROM baiql_execution WHERE id = @executionId
     ON CONFLICT (user_id, folder, name) DO UPDATE SET execution_id = excluded.execution_id,
       is_whole = excluded.is_whole, size = excluded.size, modified_ms = excluded.modified_ms`,
  );
  const remove = connection.prepare<[string, string, string]>(
    'DELETE FROM baiql_file WHERE execution_id = ? AND folder = ? AND name = ?',
  );
  const at = connection.prepare<[string, string, string], FileRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE f.user_id = (SELECT user_id FROM baiql_execution WHERE id = ?)
       AND f.folder = ? AND f.name = ?`,
  );
  const inFolder = connection.prepare<[string, string], FileRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE f.user_id = ? AND f.folder = ?`,
  );
  return {
    save(executionId: string, { path, sizeBytes, modifiedMs, isWhole }: FileRecord): void {
      save.run({
        executionId,
        ...placeOf(path),
        isWhole: isWhole ? 1 : 0,
        size: BigInt(sizeBytes),
        modifiedMs,
      });
    },
    remove(executionId: string, path: string): void {
      const { folder, name } = placeOf(path);
      remove.run(executionId, folder, name);
    },
    /** The last records of these paths, from any run of the same user. */
    at(executionId: string, paths: readonly string[]): FileOfRun[] {
      return paths.flatMap((path) => {
        const { folder, name } = placeOf(path);
        const row = at.get(executionId, folder, name);
        return row === undefined ? [] : [toFile(row)];
      });
    },
    inFolder: (userId: string, folder: string): FileOfRun[] => inFolder.all(userId, folder).map(toFile),
  };
}

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
