import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { ReplyRow } from './writes.js';

// If the disk is full, the state file cannot grow while paid replies still arrive. Each run preallocates a file beside
// its state before anything is sent, and stores such replies there, one JSON line each.

/** Space for the replies of all requests in flight: 64 long ones. */
const RESCUE_FILE_BYTES = 2 << 20;

/** The rescue file of a run. */
export function rescueFileOf(stateFile: string, runId: string): string {
  return `${stateFile}-rescue-${runId}`;
}

/** Preallocates the space. @throws NodeJS.ErrnoException if there is none. */
export function preallocateRescueFile(file: string): void {
  try {
    writeFileSync(file, '\n'.repeat(RESCUE_FILE_BYTES), { mode: 0o600 });
  } catch (error) {
    // A partial file would only fill the disk further.
    removeRescueFile(file);
    throw error;
  }
}

/** Writes replies into a preallocated file. */
export interface RescueWriter {
  /** Durable when it returns. @throws Error when the file is full. */
  put(reply: ReplyRow): void;
}

export function openRescueWriter(file: string): RescueWriter {
  let offset = 0;
  return {
    put(reply) {
      const line = Buffer.from(`${JSON.stringify(reply)}\n`);
      if (offset + line.length > RESCUE_FILE_BYTES) throw new Error('it is full');
      // Overwriting allocated bytes needs no space.
      const handle = openSync(file, 'r+');
      try {
        for (let done = 0; done < line.length;)
          done += writeSync(handle, line, done, line.length - done, offset + done);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      offset += line.length;
    },
  };
}

/** Defaults for fields missing in lines of earlier versions. */
const LEFT_OUT = { finish: null, atMs: 0 };

/** The stored replies; empty if there is no such file. */
export function readRescued(file: string): ReplyRow[] {
  return readIfThere(file)
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [{ ...LEFT_OUT, ...(JSON.parse(line) as ReplyRow) }];
      } catch {
        // An incomplete line, which was never reported as durable.
        return [];
      }
    });
}

export function removeRescueFile(file: string): void {
  rmSync(file, { force: true });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
