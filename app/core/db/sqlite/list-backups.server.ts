import fs from 'node:fs';

export interface Backup {
  name: string;
  /** From the file name, to the second. */
  at: string;
  /** Made by the schedule, not by an administrator. */
  isScheduled: boolean;
}

/** `app-2026-11-20T09-00-00Z.db.gz`, or `.dump` on PostgreSQL. Earlier versions did not compress and named all backups `app-`. */
const NAME = /^(app|manual)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:db(?:\.gz)?|dump)$/;

/** The backups in a folder, newest first. Databases set aside by a restore are not included. */
export function listBackups(backupsDir: string): Backup[] {
  if (!fs.existsSync(backupsDir)) return [];
  return fs
    .readdirSync(backupsDir)
    .flatMap((name) => {
      const [, kind, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      const at = `${day}T${String(hours)}:${String(minutes)}:${String(seconds)}Z`;
      return [{ name, at, isScheduled: kind === 'app' }];
    })
    .sort((a, b) => b.at.localeCompare(a.at));
}
