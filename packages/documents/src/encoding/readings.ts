import { NAMES } from './names.js';

/** A possible encoding of a short text, and the decoded text. */
export interface Reading {
  readonly encoding: ShortEncoding;
  readonly text: string;
}

/** Encodings tried for a short text, and the languages whose names each may contain. */
const CANDIDATES = {
  'windows-1252': ['western', 'german', 'french', 'italian', 'portuguese', 'icelandic'],
  'windows-1250': ['polish', 'czech', 'hungarian', 'romanian', 'croatian'],
  'iso-8859-2': ['polish', 'czech', 'hungarian', 'croatian'],
  macintosh: ['western', 'german'],
  'windows-1254': ['turkish'],
  'windows-1257': ['lithuanian', 'latvian', 'estonian'],
  'windows-1251': ['russian', 'ukrainian', 'bulgarian'],
  'koi8-r': ['russian', 'ukrainian'],
  'koi8-u': ['ukrainian'],
  'iso-8859-5': ['russian', 'bulgarian'],
  ibm866: ['russian', 'bulgarian'],
  'x-mac-cyrillic': ['russian', 'ukrainian', 'bulgarian'],
  'windows-1253': ['greek'],
  'windows-1255': ['hebrew'],
  'windows-1256': ['arabic'],
  'windows-874': ['thai'],
  shift_jis: ['japanese'],
  'euc-jp': ['japanese'],
  gb18030: ['chinese'],
  big5: ['traditional'],
  'euc-kr': ['korean'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ShortEncoding = keyof typeof CANDIDATES;

/** Encodings to choose from. */
export const LEGACY_ENCODINGS: readonly string[] = Object.keys(CANDIDATES);

type Language = (typeof CANDIDATES)[ShortEncoding][number];

/** Lead bytes of everyday characters, for encodings with many rare ones. */
const DEFAULT_LEADS: Partial<Record<ShortEncoding, readonly [from: number, to: number, trailFrom: number]>> =
  {
    shift_jis: [0x81, 0x97, 0x40],
    'euc-jp': [0xa4, 0xcf, 0xa1],
    gb18030: [0xb0, 0xd7, 0xa1],
    big5: [0xa4, 0xc6, 0x40],
    'euc-kr': [0xb0, 0xc8, 0xa1],
  };

/** Minimum lead of the best reading over the next, in natural logarithms, to be unambiguous. */
const CLEAR = 6;
/** A reading this much worse than the best is unlikely. */
const LIKELY = 14;

/**
 * The likely readings of a short text that isn't Unicode, best first. Each is scored by how well its letters and letter
 * pairs fit names in the encoding's languages. Several if ambiguous; encodings with the same result count as one, named
 * windows-1252 if that is among them. Empty without any evidence.
 */
export function likelyReadings(bytes: Uint8Array): readonly Reading[] {
  const words = wordsBeyondAscii(bytes);
  if (words.length === 0) return [];
  const scored = (Object.keys(CANDIDATES) as ShortEncoding[]).flatMap((encoding) => {
    const text = decode(bytes, encoding);
    return text === null ? [] : [{ encoding, text, score: scoreOf(words, encoding) }];
  });
  const western = scored.find(({ encoding }) => encoding === 'windows-1252')?.text;
  scored.sort((one, other) => other.score - one.score);
  const [best] = scored;
  if (best === undefined || best.score === Number.NEGATIVE_INFINITY) return [];
  const readings = scored.filter(
    ({ text, score }, index) =>
      score >= best.score - LIKELY && scored.findIndex((other) => other.text === text) === index,
  );
  const [, next] = readings;
  const isClear = next === undefined || next.score < best.score - CLEAR;
  return (isClear ? [best] : readings).map(({ encoding, text }) => ({
    encoding: text === western ? 'windows-1252' : encoding,
    text,
  }));
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Windows encodings leave some bytes undefined, which decode to control characters.
    return /[\u0080-\u009f]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Sequences of letters and non-ASCII bytes that contain at least one of the latter. */
function wordsBeyondAscii(bytes: Uint8Array): readonly Uint8Array[] {
  const words: Uint8Array[] = [];
  let start = 0;
  let hasOthers = false;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    const isSecond = hasOthers && isTrail(bytes, start, at);
    if (byte >= 0x80) hasOthers = true;
    if (byte >= 0x80 || isAsciiLetter(byte) || isSecond) continue;
    if (hasOthers) words.push(bytes.subarray(start, at));
    start = at + 1;
    hasOthers = false;
  }
  return words;
}

/** Second bytes of Shift_JIS, GBK and Big5 may be ASCII signs, but not blanks or separators below 0x40. */
function isTrail(bytes: Uint8Array, start: number, at: number): boolean {
  const byte = bytes[at] ?? 0;
  return byte >= 0x40 && at > start && (bytes[at - 1] ?? 0) >= 0x81;
}

const isAsciiLetter = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

function scoreOf(words: readonly Uint8Array[], encoding: ShortEncoding): number {
  const scores = CANDIDATES[encoding].map((language) =>
    words.reduce((sum, word) => sum + scoreOfWord(word, encoding, modelOf(language)), 0),
  );
  return scores.reduce((best, score) => Math.max(best, score)) - (RARE[encoding] ?? 0);
}

/** Bonus that a rarely used encoding must overcome; the most common one gets an advantage. */
const RARE: Partial<Record<ShortEncoding, number>> = {
  'windows-1252': -2,
  macintosh: 6,
  'iso-8859-2': 4,
  'iso-8859-5': 6,
  'koi8-r': 4,
  'koi8-u': 5,
  ibm866: 8,
  'x-mac-cyrillic': 8,
  'euc-jp': 4,
};

/** Letters and letter pairs in names of a language. */
interface Model {
  readonly letters: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
  readonly count: number;
}

const models = new Map<Language, Model>();

function modelOf(language: Language): Model {
  const known = models.get(language);
  if (known !== undefined) return known;
  const letters = new Map<string, number>();
  const pairs = new Map<string, number>();
  let count = 0;
  const add = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  for (const word of (NAMES[language] ?? '').split(' ')) {
    let before = START;
    for (const letter of folded(word)) {
      add(letters, letter);
      add(pairs, before + letter);
      add(letters, before);
      before = letter;
      count += 1;
    }
  }
  const model = { letters, pairs, count };
  models.set(language, model);
  return model;
}

const START = '^';

/** In lower case, with `İ` kept as one character. */
const folded = (word: string): string => word.replaceAll('İ', 'i').toLowerCase().normalize('NFC');

/** Signs next to letters in texts, and their costs: before a word, and after or within one. */
export const SIGNS: ReadonlySet<string> = new Set('“”„‘’‚«»‹›–—…€£¥§©®™°²³¹¼½¾±·•¿¡ºªµ×'.split(''));
const SIGN = -4;
const SIGN_IN_WORD = -4;
const isAfterLetter = (before: string): boolean => before !== START;

/** Natural logarithm of a word's likelihood among names of the language. */
function scoreOfWord(word: Uint8Array, encoding: ShortEncoding, model: Model): number {
  const text = decode(word, encoding);
  if (text === null) return -20 * word.length;
  const usual = DEFAULT_LEADS[encoding];
  let score = 0;
  let before = START;
  let place = 0;
  let isAfterSmall = false;
  for (const written of text) {
    const bytesOfLetter = usual === undefined || written <= '\x7f' || isSingle(word, place, encoding) ? 1 : 2;
    const letter = folded(written);
    if (!SIGNS.has(written))
      score += Math.log(
        likelihood(letter, before, model, usual === undefined ? null : isUsual(word, place, usual)),
      );
    const isSmall = written !== written.toUpperCase();
    const isCapital = written !== written.toLowerCase();
    // A capital within a word and a sign between letters indicate a wrong reading.
    if (isCapital && isAfterSmall) score -= 5;
    if (SIGNS.has(written)) score += isAfterLetter(before) ? SIGN_IN_WORD : SIGN;
    else if (!/[\p{L}\p{M}ー々'’]/u.test(written)) score -= 7;
    isAfterSmall = isSmall;
    before = letter;
    place += bytesOfLetter;
  }
  return score;
}

const isSingle = (word: Uint8Array, place: number, encoding: ShortEncoding): boolean => {
  const byte = word[place] ?? 0;
  return encoding === 'shift_jis' && byte >= 0xa1 && byte <= 0xdf;
};

function isUsual(
  word: Uint8Array,
  place: number,
  [from, to, trailFrom]: readonly [number, number, number],
): boolean {
  const [lead = 0, trail = 0] = word.subarray(place);
  return lead < 0x80 || (lead >= from && lead <= to && trail >= trailFrom);
}

/** @param usual null for an encoding without characters beyond its alphabet. */
function likelihood(letter: string, before: string, model: Model, usual: boolean | null): number {
  const alone = (model.letters.get(letter) ?? 0) / (model.count * 2);
  if (usual === null) {
    const after = (model.pairs.get(before + letter) ?? 0) / Math.max(1, model.letters.get(before) ?? 0);
    return 0.6 * after + 0.38 * alone + 0.02 / 400;
  }
  // Among thousands of characters, those in names rank first, then everyday ones.
  return 0.75 * alone * 2 + (usual ? 0.24 / 3_500 : 0.01 / 20_000);
}
