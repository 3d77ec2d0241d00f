import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import type { TokenLine } from './assemble.js';
import { joinWithNext, joinWithPrevious } from './joined-lines.js';
import { contentEnd, type Damage, knownWords, patched, type Repair, startOf } from './repair.js';
import { splitLine } from './split-lines.js';
import { dropStrayCharacter } from './stray-characters.js';

/** Past this many lines with mistakes it is not one slip that is looked for. */
const MOST_TRIES = 20;

/** A script as it was probably meant, every offset as it stands. */
export interface Repaired {
  readonly text: string;
  readonly splits: readonly number[];
  /** What is said of the lines that were read otherwise. */
  readonly mistakes: readonly Diagnostic[];
}

/** The outcome of a parse, as far as a search for repairs needs it. */
export interface Parsed {
  readonly source: Source;
  readonly lines: readonly TokenLine[];
  /** What is wrong with lines, and whether blocks do not match up. */
  readonly mistakes: readonly Diagnostic[];
  readonly blocksDiffer: boolean;
}

/**
 * Looks for lines that make sense once one slip is undone: a line end too many or too few, a stray character. They
 * are read as they were meant, so that one slip gives one diagnostic, with a fix that does the same. Null when
 * there are none.
 */
export function findRepairs(parsed: Parsed, isSound: (text: string) => boolean): Repaired | null {
  const { source, lines } = parsed;
  const mistakes = mistakesByLine(parsed);
  const damage: Damage = { source, lines, mistakes, isSound: bounded(isSound), isKnown: knownWords(source) };
  const repairs: Repair[] = [];
  let done = -1;
  const note = (repair: Repair | null): void => {
    if (repair === null || repair.first <= done) return;
    repairs.push(repair);
    done = repair.last;
  };
  for (const index of [...mistakes.keys()].slice(0, MOST_TRIES)) {
    if (index <= done) continue;
    note(joinWithNext(damage, index) ?? dropStrayCharacter(damage, index) ?? joinWithPrevious(damage, index));
  }
  if (parsed.blocksDiffer) lines.forEach((_line, index) => note(splitLine(damage, index)));
  if (repairs.length === 0) return null;
  const patches = repairs.flatMap((repair) => repair.patches);
  return {
    text: patched(source.text, patches),
    splits: repairs.flatMap((repair) => repair.splits),
    mistakes: repairs.map(({ mistake }) => mistake),
  };
}

/** Gives up once so much was tried that a script with a slip or two is long mended. */
function bounded(isSound: (text: string) => boolean): (text: string) => boolean {
  let left = MOST_CHARACTERS_TRIED;
  return (text) => {
    left -= LEAST_COST + text.length;
    return left > 0 && isSound(text);
  };
}

const MOST_CHARACTERS_TRIED = 100_000;

/** What a try costs however short the text is, in characters. */
const LEAST_COST = 50;

/** The lines of which something is said that keeps them from being understood. */
function mistakesByLine({ lines, mistakes }: Parsed): Map<number, Diagnostic> {
  const found = new Map<number, Diagnostic>();
  let index = 0;
  for (const mistake of mistakes) {
    if (SLIPS.has(mistake.code)) continue;
    const { offset } = mistake.range.start;
    while (index < lines.length - 1 && contentEnd(lines[index] ?? []) <= offset) index++;
    if (startOf(lines[index] ?? []) <= offset && !found.has(index)) found.set(index, mistake);
  }
  return found;
}

/** What does not keep a line from being understood. */
const SLIPS: ReadonlySet<Diagnostic['code']> = new Set(['BQ106', 'BQ108', 'BQ502']);
