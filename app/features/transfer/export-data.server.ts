import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { copyDatabase } from '~/core/db/sqlite/backup.server';
import { readInstallationSecret } from '~/core/server/secrets.server';
import type { Env } from '~/core/server/env.server';
import { withTemporaryFolder } from '~/core/server/temporary-folder.server';
import { ArchiveError, DATABASE, FILES, FORMAT, MANIFEST, SECRET, type Manifest } from './archive.server';

interface Export {
  env: Pick<Env, 'DATA_DIR' | 'SESSION_SECRET'>;
  version: string;
  at: Date;
}

/**
 * Writes database, files and session secret to an archive (tar, gzip) with owner-only permissions. The server may be
 * running: the database is a consistent snapshot, and files added later are not included.
 */
export async function exportData(target: string, { env, version, at }: Export): Promise<void> {
  if (fs.existsSync(target)) throw new ArchiveError(`${target} exists already. Name another file.`);
  const folder = path.dirname(path.resolve(target));
  if (!fs.existsSync(folder)) throw new ArchiveError(`There is no folder ${folder}.`);
  const unfinished = `${target}.unfinished`;
  fs.rmSync(unfinished, { force: true });
  try {
    await withTemporaryFolder(env, async (staging) => {
      await copyDatabase(path.join(env.DATA_DIR, DATABASE), path.join(staging, DATABASE));
      fs.writeFileSync(path.join(staging, SECRET), readInstallationSecret(env.SESSION_SECRET, env.DATA_DIR));
      const manifest: Manifest = { format: FORMAT, version, exportedAt: at.toISOString() };
      fs.writeFileSync(path.join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
      const files = path.resolve(env.DATA_DIR, FILES);
      const hasFiles = fs.existsSync(files);
      if (hasFiles) fs.symlinkSync(files, path.join(staging, FILES));
      const archive = create({ cwd: staging, gzip: true, portable: true, follow: true, strict: true }, [
        MANIFEST,
        DATABASE,
        SECRET,
        ...(hasFiles ? [FILES] : []),
      ]);
      await pipeline(archive, fs.createWriteStream(unfinished, { mode: 0o600 }));
    });
    fs.renameSync(unfinished, target);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}
