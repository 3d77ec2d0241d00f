import fs from 'node:fs';
import path from 'node:path';

/**
 * Files created by a command run as root can't be opened by the server's user, so they are given to the owner of
 * DATA_DIR. Returns a warning if that owner is root.
 */
export function matchOwner(dataDir: string): string | undefined {
  if (process.getuid?.() !== 0 || !fs.existsSync(dataDir)) return undefined;
  const { uid, gid } = fs.statSync(dataDir);
  if (uid === 0) {
    return `${dataDir} belongs to root. If the server runs as another user, make it the owner: chown -R USER ${dataDir}`;
  }
  for (const name of fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(dataDir, name);
    if (fs.lstatSync(file, { throwIfNoEntry: false })?.uid === 0) fs.lchownSync(file, uid, gid);
  }
  return undefined;
}
