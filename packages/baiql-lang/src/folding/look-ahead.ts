import type { Line } from '../tree/lines.js';
import { type BlockKind, roleOf } from './roles.js';

/** Keeps a hopeless script from taking quadratic time. */
const MOST_SCANS = 50;

/** What is still to come behind a line. After too many questions it answers as if nothing came. */
export class LookAhead {
  readonly #lines: readonly Line[];
  readonly #presume: boolean;
  #scansLeft = MOST_SCANS;

  constructor(lines: readonly Line[], presume: boolean) {
    this.#lines = lines;
    this.#presume = presume;
  }

  /** Whether so many open blocks end behind a line, before the next BATCH_START and up to the next END_BATCH. */
  endsLater(index: number, open: number): boolean {
    if (this.#scansLeft-- <= 0) return false;
    let depth = 0;
    let ends = 0;
    for (const { does, block } of this.#roles(index)) {
      if (block === 'BATCH') return does === 'close' && ends >= open;
      if (does === 'open') depth++;
      else if (depth > 0) depth--;
      else ends++;
    }
    return false;
  }

  /** How many closers of a kind are still to come in this batch that have no opener after this line. */
  closersAfter(index: number, kind: BlockKind): number {
    if (this.#scansLeft-- <= 0) return 0;
    let depth = 0;
    let closers = 0;
    for (const { does, block } of this.#roles(index)) {
      if (block === 'BATCH') break;
      if (block !== kind) continue;
      if (does === 'open') depth++;
      else if (depth > 0) depth--;
      else closers++;
    }
    return closers;
  }

  /** The openers and closers behind a line. */
  *#roles(index: number): Generator<{ does: 'open' | 'close'; block: BlockKind }> {
    for (let at = index + 1; at < this.#lines.length; at++) {
      const line = this.#lines[at];
      const role = line === undefined ? null : roleOf(line, this.#presume);
      if (role !== null && role.does !== 'divide') yield role;
    }
  }
}
