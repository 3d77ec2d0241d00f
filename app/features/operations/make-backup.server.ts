import fs from 'node:fs/promises';
import path from 'node:path';
import type { BackupKind } from '~/core/db/app-database';
import { listBackups, type Backup } from '~/core/db/sqlite/list-backups.server';
import type { Env } from '~/core/server/env.server';
import { floorBytes } from '~/core/server/free-space.server';
import { DomainError } from '~/core/shared/errors';
import { HOUR_MS } from '~/core/shared/clock';
import type { Message } from '~/core/shared/message';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { OperationsDeps } from './deps.server';
import { formatBytes } from '~/ui/format-count';
import { readDisk } from './disk.server';
import { readBackupReport, reportJob } from './job-reports.server';

type Deps = Pick<OperationsDeps, 'env' | 'log' | 'clock' | 'prisma' | 'database'>;

const backupsDir = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => path.join(DATA_DIR, 'backups');

/** Makes a backup if the last one is old enough, and rotates old ones. Runs every ten minutes. */
export async function backUpWhenDue(services: Deps): Promise<void> {
  const { env, clock } = services;
  if (env.BACKUP_EVERY_HOURS === 0) return;
  const last = await readBackupReport(services);
  // Absolute difference: a backup made while the clock was ahead must not delay the next one.
  const isDue = !last?.isOk || Math.abs(clock() - Date.parse(last.at)) >= env.BACKUP_EVERY_HOURS * HOUR_MS;
  // The outcome is in its report and the log.
  if (isDue) await makeBackup(services, 'app').catch(() => undefined);
}

/** The newest backup, by the server, an administrator or `npm run db:backup`. */
export function newestBackup(env: Pick<Env, 'DATA_DIR'>): Backup | undefined {
  return listBackups(backupsDir(env))[0];
}

/** Makes a backup on an administrator's request. */
export async function backUpNow(services: Deps, actor: UserRef): Promise<Message> {
  const file = await makeBackup(services, 'manual');
  await writeAudit(services.prisma, services, actor, { action: 'backup.made', subject: file });
  return { message: `Backup made: ${file}` };
}

/** Returns the file name. The outcome is recorded for the console; a failure is also logged. */
async function makeBackup(services: Deps, kind: BackupKind): Promise<string> {
  const { env, clock, log } = services;
  try {
    await assertDiskSpace(services);
    const made = await services.database.backUp(backupsDir(env), new Date(clock()), kind);
    const file = path.basename(made);
    await reportJob(services, 'backup', { isOk: true, file });
    await removeOldBackups(env, file);
    return file;
  } catch (err) {
    log.error({ err }, 'the backup failed');
    const message = err instanceof Error ? err.message : 'unknown';
    await reportJob(services, 'backup', { isOk: false, message });
    throw err;
  }
}

/** A backup that fills the disk would prevent charges from being recorded. */
async function assertDiskSpace({ env, database }: Pick<Deps, 'env' | 'database'>): Promise<void> {
  const [{ sizeBytes }, { freeBytes, totalBytes }] = await Promise.all([
    database.describe(),
    readDisk(env.DATA_DIR),
  ]);
  const neededBytes = 2 * sizeBytes; // the uncompressed copy stays until it is compressed
  if (freeBytes - neededBytes >= floorBytes(totalBytes)) return;
  throw new DomainError(
    'unavailable',
    `A backup needs ${formatBytes(neededBytes)}, and ${formatBytes(freeBytes)} are free. Remove old backups, or move DATA_DIR to a larger volume.`,
    { code: 'disk_full' },
  );
}

/**
 * Backups dated after the newest one were made before it, while the clock was ahead: they are removed first. Manual
 * backups and those made by a restore stay.
 */
async function removeOldBackups(env: Pick<Env, 'DATA_DIR' | 'BACKUP_KEEP'>, newest: string): Promise<void> {
  const folder = backupsDir(env);
  const names = listBackups(folder)
    .filter(({ isScheduled }) => isScheduled)
    .map(({ name }) => name)
    .reverse();
  const at = names.indexOf(newest);
  const byAge = [...names.slice(at + 1), ...names.slice(0, at + 1)];
  for (const name of byAge.slice(0, Math.max(0, byAge.length - env.BACKUP_KEEP)))
    await fs.rm(path.join(folder, name));
}
