import fs from 'node:fs';

export interface Backup {
  name: string;
  /** As its name says, down to the second. */
  at: string;
  /** Made by the server's schedule, not by a person. */
  isScheduled: boolean;
}

/** `app-2026-11-20T09-00-00Z.db.gz`; earlier versions did not compress, and named all of them `app-`. */
const NAME = /^(app|manual)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db(?:\.gz)?$/;

/** The backups in a folder, the newest first. What a restore has put aside is none. */
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
