import { decodeBytes } from './decode-bytes.js';

/** Encodings of Cyrillic letters, the most common first: the first wins a tie. */
const CANDIDATES = ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'] as const;
export type CyrillicEncoding = (typeof CANDIDATES)[number];

/** A quarter of the letter pairs of Russian, Ukrainian and Bulgarian texts; by chance, they would be one in thirty. */
const FREQUENT_PAIRS: ReadonlySet<string> = new Set(
  (
    'ст но то на ен ов ни ра во ко пр ро ал ли по го не он ре та ер ет ос ка ть ит ан ва ла ри ти ат ки да ви ' +
    'ні ли их ся ми'
  ).split(' '),
);
const MIN_FREQUENT_SHARE = 0.12;
/** Of the characters beyond ASCII: the rest are signs, such as quotation marks. */
const MIN_LETTER_SHARE = 0.85;
/**
 * A capital within a word, a Latin letter before a Cyrillic one, a closing quotation mark before a word, and signs that
 * texts hardly have.
 */
const MISPLACED =
  /\p{Ll}\p{Lu}|\p{Script=Latin}(?=\p{Script=Cyrillic})|[”»](?=\p{L})|[^\0-\x7f\p{L}\s’«»“”„–—…№]/gu;
/** A longer sample says nothing new. */
const SAMPLE_BYTES = 8_000;

/**
 * The encoding in which a text reads as words of Cyrillic letters; undefined if it does so in none. The detector used
 * otherwise knows neither DOS nor the Mac.
 */
export function guessCyrillicEncoding(sample: Uint8Array): CyrillicEncoding | undefined {
  const beginning = sample.subarray(0, SAMPLE_BYTES);
  const [best] = CANDIDATES.map((encoding) => ({
    encoding,
    share: frequentShare(decodeBytes(beginning, encoding)),
  })).toSorted((one, other) => other.share - one.share);
  return best && best.share >= MIN_FREQUENT_SHARE ? best.encoding : undefined;
}

/** The share of frequent pairs, less what is out of place; 0 if the text isn't Cyrillic. */
function frequentShare(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  if (count(/\p{Script=Cyrillic}/gu) < MIN_LETTER_SHARE * count(/[^\0-\x7f]/gu)) return 0;
  const words = text.toLowerCase().match(/\p{Script=Cyrillic}{2,}/gu) ?? [];
  const pairs = words.flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)),
  );
  const frequent = pairs.filter((pair) => FREQUENT_PAIRS.has(pair)).length;
  return (frequent - count(MISPLACED)) / Math.max(1, pairs.length);
}
