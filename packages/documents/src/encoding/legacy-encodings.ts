import chardet from 'chardet';
import { likelyReadings, SIGNS, type Reading, type ShortEncoding } from './readings.js';
import { guessCyrillicEncoding, type CyrillicEncoding } from './cyrillic-encodings.js';
import { decodeBytes } from './decode-bytes.js';
import { guessLatinEncoding, type LatinEncoding } from './latin-encodings.js';

/** Enough to identify a language by its letters. */
export const LEGACY_ENCODING_SAMPLE_BYTES = 64 * 1024;

/**
 * Detected encodings by the detector's names. It reports ISO standards for texts without the additional characters of
 * the Windows encodings that extend them; such files come from Windows nevertheless.
 */
const BY_GUESS = {
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
  'windows-1251': 'windows-1251',
  'ISO-8859-5': 'iso-8859-5',
  'KOI8-R': 'koi8-r',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'windows-1253',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
  'windows-1255': 'windows-1255',
  'ISO-8859-8': 'windows-1255',
  'windows-1256': 'windows-1256',
  'ISO-8859-6': 'windows-1256',
  'windows-1257': 'windows-1257',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
  GB18030: 'gb18030',
} as const;

export type LegacyEncoding =
  | LatinEncoding
  | CyrillicEncoding
  | ShortEncoding
  | (typeof BY_GUESS)[keyof typeof BY_GUESS];

const LATIN = new Set(['windows-1250', 'ISO-8859-2', 'windows-1254', 'ISO-8859-9', 'windows-1257']);
const WESTERN = new Set(['windows-1252', 'ISO-8859-1']);
/** One or two words are not significant. */
const MIN_LETTERS = 6;
/** Below this confidence the detector has merely not excluded the encoding. */
const MIN_CONFIDENCE = 20;
/** Western European is by far the most common, so another encoding must beat it by this much. */
const WESTERN_MARGIN = 1.5;
/** Latin words rarely have two adjacent non-ASCII letters: several such pairs mean another script. */
const OTHER_WORD = /[\xc0-\xff]{3,}/g;
const MIN_WORDS = 3;

/** A text decoded with one encoding. */
export interface OldReading extends Omit<Reading, 'encoding'> {
  readonly encoding: LegacyEncoding;
}

/** Non-ASCII bytes of a text too short to show its language, whose encoding is chosen by the letters of names. */
const MAX_OF_SHORT = 120;
const MIN_BYTES = 4;
/** Enough for letter pairs to show Cyrillic words. */
const MIN_CYRILLIC_LETTERS = 30;

/**
 * Guesses the encoding of a text that isn't Unicode: Windows-1252, unless its letters say otherwise. For longer texts
 * the detector's letter pairs distinguish scripts, and whole words distinguish encodings of Latin letters; a long list
 * of names is no prose, so its beginning is judged by the letters of names as well.
 */
export function guessLegacyEncoding(sample: Uint8Array): {
  encoding: LegacyEncoding;
  readings: readonly Reading[];
} {
  const beyondAscii = countBeyondAscii(sample);
  const cyrillic = beyondAscii >= MIN_CYRILLIC_LETTERS ? guessCyrillicEncoding(sample) : undefined;
  if (cyrillic) return { encoding: cyrillic, readings: [] };
  const beginning = beginningOf(sample);
  const isLong = beginning.length < sample.length;
  const readings = likelyReadings(beginning);
  const [best] = readings;
  const usual = commonNameOf(guessLongText(sample), sample);
  if (best === undefined) return { encoding: usual, readings: [] };
  if (isLong) {
    const isOtherScript = usual === 'windows-1252' && readings.length === 1 && !NEIGHBORS.has(best.encoding);
    return { encoding: isOtherScript ? commonNameOf(best.encoding, sample) : usual, readings: [] };
  }
  const isForSure = beyondAscii >= MIN_BYTES && !(usual === 'windows-1252' && hasSigns(sample));
  if (isForSure || best.encoding === usual) return { encoding: best.encoding, readings };
  // Two or three letters, or signs such as ³, are ambiguous: use the most common encoding and list the others.
  const own = { encoding: usual, text: decodeBytes(sample, usual) };
  const others = readings.filter(({ text }) => text !== own.text);
  return { encoding: usual, readings: others.length === 0 ? [] : [own, ...others] };
}

const countBeyondAscii = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);

/** Whole lines with at most so many letters beyond ASCII; the sample itself if it has no more. */
function beginningOf(sample: Uint8Array): Uint8Array {
  let count = 0;
  let end = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte >= 0x80) count += 1;
    if (count > MAX_OF_SHORT) return sample.subarray(0, end);
    if (byte === 0x0a || byte === 0x0d) end = at + 1;
  }
  return sample;
}

/** Where two encodings give the same text, people know the Western European one. */
function commonNameOf(encoding: LegacyEncoding, sample: Uint8Array): LegacyEncoding {
  const isSame = decodeBytes(sample, 'windows-1252') === decodeBytes(sample, encoding);
  return isSame ? 'windows-1252' : encoding;
}

/** Encodings that share most letters with Western European ones: whole words tell them apart, names do not. */
const NEIGHBORS: ReadonlySet<LegacyEncoding> = new Set(['windows-1250', 'iso-8859-2', 'macintosh']);

/** Signs that are letters in other encodings. */
function hasSigns(sample: Uint8Array): boolean {
  const signs = Array.from(decodeBytes(sample, 'windows-1252')).filter((character) => SIGNS.has(character));
  return signs.length >= 3;
}

function guessLongText(sample: Uint8Array): LegacyEncoding {
  const guess = guessScript(sample);
  if (guess !== 'windows-1252' && guess !== 'windows-1250') return guess;
  const latin = guessLatinEncoding(sample);
  return latin === 'windows-1252' ? guess : latin;
}

/** The detector has no Thai. */
function beginsInThai(sample: Uint8Array): boolean {
  const [first, ...others] = likelyReadings(sample.subarray(0, MAX_OF_SHORT));
  return first?.encoding === 'windows-874' && others.length === 0;
}

function guessScript(sample: Uint8Array): LegacyEncoding {
  const beyondAscii = sample.filter((byte) => byte >= 0x80).length;
  if (beyondAscii < MIN_LETTERS) return 'windows-1252';
  if (beginsInThai(sample)) return 'windows-874';
  const guesses = chardet.analyse(sample);
  const other = guesses.find(({ name }) => name in BY_GUESS && !LATIN.has(name));
  const words = Buffer.from(sample).toString('latin1').match(OTHER_WORD) ?? [];
  if (other && words.length >= MIN_WORDS && words.join('').length > beyondAscii / 2) {
    return BY_GUESS[other.name as keyof typeof BY_GUESS];
  }
  const western = guesses.find(({ name }) => WESTERN.has(name))?.confidence ?? 0;
  const best = guesses.find(({ name }) => name in BY_GUESS);
  if (!best || best.confidence < MIN_CONFIDENCE || best.confidence < western * WESTERN_MARGIN) {
    return 'windows-1252';
  }
  return BY_GUESS[best.name as keyof typeof BY_GUESS];
}
