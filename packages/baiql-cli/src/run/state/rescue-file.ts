import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { ReplyRow } from './writes.js';

// When the disk is full the state file cannot grow, but replies that are paid for are still coming in. Each run has a
// file beside its state whose room is taken before anything is sent; it holds such replies, a line of JSON each.

/** Room for the replies of all requests in flight: 64 long ones. */
const ROOM_BYTES = 2 << 20;

/** The rescue file of a run. */
export function rescueFileOf(stateFile: string, runId: string): string {
  return `${stateFile}-rescue-${runId}`;
}

/** Takes the room. @throws NodeJS.ErrnoException when there is none. */
export function takeRescueRoom(file: string): void {
  try {
    writeFileSync(file, '\n'.repeat(ROOM_BYTES), { mode: 0o600 });
  } catch (error) {
    // A part of it would only make the disk fuller.
    removeRescueFile(file);
    throw error;
  }
}

/** Puts replies down in the room of a file. */
export interface RescueWriter {
  /** Durable when it returns. @throws Error when the room is used up. */
  put(reply: ReplyRow): void;
}

export function openRescueWriter(file: string): RescueWriter {
  let offset = 0;
  return {
    put(reply) {
      const line = Buffer.from(`${JSON.stringify(reply)}\n`);
      if (offset + line.length > ROOM_BYTES) throw new Error('it is full');
      // Writing over what is there needs no room.
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

/** What lines of earlier versions leave out. */
const LEFT_OUT = { finish: null, atMs: 0 };

/** What was put down; empty when there is no such file. */
export function readRescued(file: string): ReplyRow[] {
  return readIfThere(file)
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [{ ...LEFT_OUT, ...(JSON.parse(line) as ReplyRow) }];
      } catch {
        // Cut short, so nobody was told that it is kept.
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
