import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Short, and another one as soon as a file in these folders changes, comes or goes; source maps aside. */
export function hashOfFolders(...folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const file = path.join(folder, name);
      if (fs.statSync(file).isFile() && !name.endsWith('.map'))
        hash.update(name).update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
