import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix } from '../diagnostics/report.js';
import {
  type Damage,
  LONGEST_STATEMENT,
  type Patch,
  physicalEnd,
  type Repair,
  startOf,
  withoutGap,
} from './repair.js';

/** How many characters of one line are tried. */
const MOST_TRIES = 24;

/** A word in two pieces with one character between them. */
const TORN = /([\p{L}\p{N}_]+)([^\p{L}\p{N}_\r\n])(?=([\p{L}\p{N}_]+))/gu;

/**
 * What has no business outside of a text, a quote or a letter before a command, and a quote after it. What else
 * is too much is removed where the grammar stumbles over it.
 */
const STRAY = /^[^\p{L}\p{N}_\s"]|['`#{}\\!?;:@$%&|~^]|^(?:"|\p{L}(?=\s))|(?<=^\p{Lu}+)"/gu;

/**
 * A line with one character too many is read without it: one that tears a word of the language or of the
 * script into two, or one that means nothing where it stands. Null when no such line would be sound.
 */
export function dropStrayCharacter(damage: Damage, index: number): Repair | null {
  const mistake = damage.mistakes.get(index);
  if (mistake === undefined) return null;
  return (
    mendTornWord(damage, index, mistake) ??
    (mistake.fixes === undefined ? dropSign(damage, index, mistake) : null)
  );
}

function mendTornWord(damage: Damage, index: number, mistake: Diagnostic): Repair | null {
  const { source, isKnown } = damage;
  const [start, text] = statement(damage, index);
  let tries = 0;
  for (const { 0: found, 1: left = '', 3: right = '', index: at } of text.matchAll(TORN)) {
    if (!isKnown(left + right) || tries++ > MOST_TRIES) continue;
    const from = start + at + left.length;
    const to = start + at + found.length;
    const word = left + right;
    const repair = repaired(damage, index, withoutGap(source.text, from, to), {
      ...mistake,
      fixes: [replaceFix(`Change to ${word}`, source.range(start + at, to + right.length), word)],
    });
    if (repair !== null) return repair;
  }
  return null;
}

function dropSign(damage: Damage, index: number, mistake: Diagnostic): Repair | null {
  const { source } = damage;
  const [start, text] = statement(damage, index);
  for (const { 0: found, index: at } of [...text.matchAll(STRAY)].slice(0, MOST_TRIES)) {
    const sign = found.trim();
    const from = start + at + found.length - sign.length;
    const fix = replaceFix(`Remove ${sign}`, source.range(from, from + sign.length), '');
    const patch = withoutGap(source.text, from, from + sign.length);
    const repair = repaired(damage, index, patch, { ...mistake, fixes: [fix] });
    if (repair !== null) return repair;
  }
  return null;
}

/** Where the statement begins, and its text to the end of its last line: what looks like a comment may be none. */
function statement({ source, lines }: Damage, index: number): readonly [number, string] {
  const line = lines[index] ?? [];
  const start = startOf(line);
  const end = physicalEnd(source, line);
  return [start, end - start > LONGEST_STATEMENT ? '' : source.text.slice(start, end)];
}

function repaired(damage: Damage, index: number, patch: Patch, mistake: Diagnostic): Repair | null {
  const [start, text] = statement(damage, index);
  const at = patch.start - start;
  const read =
    text.slice(0, Math.max(0, at)) + patch.text.slice(Math.max(0, -at)) + text.slice(at + patch.text.length);
  if (!damage.isSound(read)) return null;
  return { mistake, patches: [patch], splits: [], first: index, last: index };
}
