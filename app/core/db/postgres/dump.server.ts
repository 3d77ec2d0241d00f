import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BackupKind } from '../app-database';
import { fileStamp } from '../backup-names';
import type { MigrationFolders } from '../migrations.server';
import { unpack } from '../sqlite/restore.server';

const execute = promisify(execFile);

/**
 * Backs up one state of the database, with PostgreSQL's own program where it is installed and new enough. Otherwise the
 * backup is a SQLite database, which an installation on SQLite can be started with, too.
 */
export async function backUpPostgres(
  url: string,
  { backupsDir, at, kind, migrations }: PostgresBackup,
): Promise<string> {
  fs.mkdirSync(backupsDir, { recursive: true });
  const target = path.join(backupsDir, `${kind}-${fileStamp(at)}.dump`);
  const draft = `${target}.unfinished`;
  try {
    await runProgram('pg_dump', url, ['--format=custom', `--file=${draft}`]);
    fs.renameSync(draft, target);
    return target;
  } catch (error) {
    if (!(error instanceof UnusableProgramError)) throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  const file = target.replace(/dump$/, 'db');
  const { copyToSqlite } = await import('../copy/copy-installation.server');
  await copyToSqlite(url, file, migrations);
  return file;
}

interface PostgresBackup {
  backupsDir: string;
  at: Date;
  kind: BackupKind;
  migrations: MigrationFolders;
}

/** Puts a backup in the place of all that is in the database, all of it or nothing. */
export async function restorePostgres(
  url: string,
  file: string,
  migrations: MigrationFolders,
): Promise<void> {
  if (!/\.db(?:\.gz)?$/.test(file)) {
    const options = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error'];
    return runProgram('pg_restore', url, [...options, file]);
  }
  const { copyToPostgres } = await import('../copy/copy-installation.server');
  const folder = fs.mkdtempSync(path.join(path.dirname(file), 'restoring-'));
  try {
    const unpacked = path.join(folder, 'app.db');
    await unpack(file, unpacked);
    await copyToPostgres({ file: unpacked, url, migrations, replaces: true });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

class UnusableProgramError extends Error {
  override name = 'UnusableProgramError';
}

/** The password goes by the environment: other users of the machine see a program's arguments. */
async function runProgram(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, LC_ALL: 'C', ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await execute(program, [`--dbname=${address.href}`, ...args], { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UnusableProgramError(
        `${program} is not installed. Install PostgreSQL’s client programs, of the server’s version or later.`,
        { cause: error },
      );
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    if (output.includes('server version mismatch'))
      throw new UnusableProgramError(
        `${program} is older than the server. Install PostgreSQL’s client programs, of the server’s version or later.`,
        { cause: error },
      );
    throw new Error(`${program} failed: ${output}`, { cause: error });
  }
}
