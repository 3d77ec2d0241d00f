import type { Line } from '../tree/lines.js';
import { type BlockKind, roleOf } from './roles.js';

/** For each line, what is still to come behind it in its batch. */
interface Ahead {
  /** Closers of a kind that have no opener behind the line. */
  readonly closers: Readonly<Record<'IF' | 'LOOP', Int32Array>>;
  /** The same of both kinds together, as if they were one. */
  readonly ends: Int32Array;
  /** 1 where the next line of a BATCH is its END_BATCH. */
  readonly isEnded: Uint8Array;
}

/** What is still to come behind a line: read once, from the end of the script, when it is first asked for. */
export class LookAhead {
  readonly #read: () => Ahead;
  #ahead: Ahead | null = null;

  constructor(lines: readonly Line[], presume: boolean) {
    this.#read = () => readBackwards(lines, presume);
  }

  /** Whether so many open blocks end behind a line and before the END_BATCH that comes next. */
  endsLater(index: number, open: number): boolean {
    const { ends, isEnded } = (this.#ahead ??= this.#read());
    return isEnded[index] === 1 && (ends[index] ?? 0) >= open;
  }

  /** How many closers of a kind are still to come in this batch that have no opener after this line. */
  closersAfter(index: number, kind: BlockKind): number {
    const { closers } = (this.#ahead ??= this.#read());
    return kind === 'BATCH' ? 0 : (closers[kind][index] ?? 0);
  }
}

function readBackwards(lines: readonly Line[], presume: boolean): Ahead {
  const { length } = lines;
  const closers = { IF: new Int32Array(length), LOOP: new Int32Array(length) };
  const ahead: Ahead = { closers, ends: new Int32Array(length), isEnded: new Uint8Array(length) };
  let open = { IF: 0, LOOP: 0, any: 0, isEnded: false };
  for (let index = length - 1; index >= 0; index--) {
    closers.IF[index] = open.IF;
    closers.LOOP[index] = open.LOOP;
    ahead.ends[index] = open.any;
    ahead.isEnded[index] = open.isEnded ? 1 : 0;
    const line = lines[index];
    const role = line === undefined ? null : roleOf(line, presume);
    if (role === null || role.does === 'divide') continue;
    const { does, block } = role;
    if (block === 'BATCH') open = { IF: 0, LOOP: 0, any: 0, isEnded: does === 'close' };
    else {
      const step = does === 'close' ? 1 : -1;
      open[block] = Math.max(0, open[block] + step);
      open.any = Math.max(0, open.any + step);
    }
  }
  return ahead;
}
