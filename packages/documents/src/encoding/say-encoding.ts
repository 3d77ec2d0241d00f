import type { DetectedText } from './text-encoding.js';

const SHOWN_CHARACTERS = 40;
const CERTAIN: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be']);

/**
 * A user-facing sentence about a text that isn't Unicode: the encoding used and, if a short text is ambiguous, its
 * reading in other encodings. Null if the encoding is certain.
 */
export function sayEncoding(name: string, found: DetectedText): string | null {
  if (found.kind === 'binary' || CERTAIN.has(found.encoding)) return null;
  const { encoding, readings = [] } = found;
  if (readings.length < 2) return `${name} is read as ${encoding}. ENCODING on its LOAD names another.`;
  const shown = readings.map(({ encoding: each, text }) => `${each} “${beginningOf(text)}”`).join(', ');
  return `${name} can be read in more than one way: ${shown}. It is read as ${encoding}; ENCODING "…" on its LOAD chooses.`;
}

/** The first words with non-ASCII characters. */
function beginningOf(text: string): string {
  const line = text.split(/[\r\n]/u).find((each) => /[^\0-\x7f]/u.test(each)) ?? '';
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS)}…`;
}
