import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BackupKind } from '../app-database';
import { fileStamp } from '../backup-names';

const execute = promisify(execFile);

/** Backs up with PostgreSQL's own program, which reads one state of the database. */
export async function dumpPostgres(
  url: string,
  backupsDir: string,
  at: Date,
  kind: BackupKind = 'app',
): Promise<string> {
  fs.mkdirSync(backupsDir, { recursive: true });
  const target = path.join(backupsDir, `${kind}-${fileStamp(at)}.dump`);
  const draft = `${target}.unfinished`;
  try {
    await runProgram('pg_dump', url, ['--format=custom', `--file=${draft}`]);
    fs.renameSync(draft, target);
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return target;
}

/** Puts a backup in the place of all that is in the database. */
export const restorePostgres = (url: string, file: string): Promise<void> =>
  runProgram('pg_restore', url, [
    '--clean',
    '--if-exists',
    '--no-owner',
    '--single-transaction',
    '--exit-on-error',
    file,
  ]);

/** The password goes by the environment: other users of the machine see a program's arguments. */
async function runProgram(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await execute(program, [`--dbname=${address.href}`, ...args], { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(
        `${program} is not installed. Install PostgreSQL’s client programs, of the server’s version or later.`,
        { cause: error },
      );
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`${program} failed: ${output}`, { cause: error });
  }
}
