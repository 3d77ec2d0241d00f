import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A disk in memory of so many MiB. The caller has a mount namespace of its own. */
export function mountSmallDisk(sizeMib: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'small-disk-'));
  const filler = path.join(folder, 'filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder]);
  return {
    folder,
    grow: (toMib: number) => execFileSync('mount', ['-o', `remount,size=${toMib}m`, folder]),
    /** Leaves no room at all. */
    fill(): void {
      const handle = fs.openSync(filler, 'w');
      try {
        for (let piece = 1 << 20; piece >= 1;) {
          try {
            fs.writeSync(handle, Buffer.alloc(piece));
          } catch {
            piece = Math.floor(piece / 2);
          }
        }
      } finally {
        fs.closeSync(handle);
      }
    },
    empty: () => {
      fs.rmSync(filler, { force: true });
    },
    [Symbol.dispose]() {
      execFileSync('umount', [folder]);
      fs.rmdirSync(folder);
    },
  };
}
