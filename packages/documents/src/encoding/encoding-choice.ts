import { decodeBytes } from './decode-bytes.js';
import { LEGACY_ENCODINGS } from './readings.js';
import { detectText } from './text-encoding.js';

/** A way to read a text, and the first lines that it concerns. */
interface SampleReading {
  readonly encoding: string;
  readonly sample: readonly string[];
}

/** How a text is read whose encoding is a guess. */
export interface EncodingChoice {
  readonly encoding: string;
  /** True if a person chose it. */
  readonly isChosen: boolean;
  /** Likely readings; the first is the guess. One if the guess is clear. */
  readonly readings: readonly SampleReading[];
  /** Less likely encodings that may be chosen all the same. */
  readonly others: readonly string[];
}

const CERTAIN: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be']);
/** More are no help; the others can be chosen by name. */
const MAX_READINGS = 6;
const SAMPLE_LINES = 3;
const SAMPLE_CHARACTERS = 60;

/** What to choose from for a text; null if its encoding is certain, or it is not text. */
export function encodingChoice(bytes: Uint8Array, chosen?: string): EncodingChoice | null {
  const found = detectText(bytes);
  if (found.kind === 'binary' || CERTAIN.has(found.encoding)) return null;
  const likely = (found.readings ?? [found]).slice(0, MAX_READINGS).map(({ encoding }) => encoding);
  const encodings = chosen === undefined || likely.includes(chosen as never) ? likely : [...likely, chosen];
  return {
    encoding: chosen ?? found.encoding,
    isChosen: chosen !== undefined,
    readings: encodings.map((encoding) => ({ encoding, sample: sampleOf(bytes, encoding) })),
    others: LEGACY_ENCODINGS.filter((encoding) => !encodings.includes(encoding as never)),
  };
}

/** The first lines with letters beyond ASCII. */
function sampleOf(bytes: Uint8Array, encoding: string): string[] {
  return decodeBytes(bytes, encoding)
    .split(/[\r\n]+/u)
    .filter((line) => /[^\0-\x7f]/u.test(line))
    .slice(0, SAMPLE_LINES)
    .map((line) => (line.length <= SAMPLE_CHARACTERS ? line : `${line.slice(0, SAMPLE_CHARACTERS)}…`));
}
