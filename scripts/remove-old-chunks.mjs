// Used by the packages' own build.mjs.
import fs from 'node:fs';
import path from 'node:path';

/** Removes chunks of earlier builds, which would accumulate because their names contain a hash. */
export function removeOldChunks(folder, { outputs }) {
  const made = new Set(Object.keys(outputs).map((file) => path.basename(file)));
  for (const name of fs.readdirSync(folder)) {
    if (/\.js(\.map)?$/.test(name) && !made.has(name)) fs.rmSync(path.join(folder, name));
  }
}
