import { decodeBytes } from './decode-bytes.js';

/** Encodings of Latin letters, in all of which any byte is valid: only words distinguish them. */
export type LatinEncoding = 'windows-1252' | 'windows-1250' | 'iso-8859-2' | 'macintosh';

/** Each language's everyday letters beyond ASCII. */
const WESTERN = [
  'äöüß', // German
  'àâæçéèêëîïôœùûüÿ', // French
  'áéíñóúü', // Spanish
  'áâãàçéêíóôõúü', // Portuguese
  'àèéìîòóù', // Italian
  'æøåéèóòôäöü', // Danish, Norwegian
  'åäöéàüšž', // Swedish, Finnish
  'áðéíóúýþæöø', // Icelandic, Faroese
  'éëïóöüèáàç', // Dutch
  'äöüõšž', // Estonian
];
const CENTRAL = [
  'ąćęłńóśźż', // Polish
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíľňóôŕšťúýž', // Slovak
  'áéíóöőúüű', // Hungarian
  'ăâîșțşţ', // Romanian
  'čćđšž', // Croatian, Slovenian
].map((letters) => `${letters}äöüßé`);

/** In order of likelihood: the first wins a tie. */
const CANDIDATES: readonly (readonly [LatinEncoding, readonly string[]])[] = [
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['macintosh', WESTERN],
];

/** One or two characters are not significant. */
const MIN_CHARACTERS = 3;
/** Up to this many Western letters may come from several languages, as in a list of names. */
const FEW_LETTERS = 20;
/** Minimum share of implausible characters in a wrong decoding, and maximum in a right one. */
const STRANGE_SHARE = 0.1;
const RIGHT_SHARE = 0.02;

/**
 * Chooses the decoding whose words belong to some language: `mówiła` is Polish, `mówi³a` and `pó\u009fno` are
 * implausible.
 */
export function guessLatinEncoding(sample: Uint8Array): LatinEncoding {
  const [western, ...others] = CANDIDATES.map(([encoding, alphabets]) => ({
    encoding,
    share: strangeShare(decodeBytes(sample, encoding), alphabets),
  }));
  if (western === undefined || western.share < STRANGE_SHARE) return 'windows-1252';
  const fitting = others.filter(({ share }) => share <= RIGHT_SHARE);
  const [best] = fitting.sort((left, right) => left.share - right.share);
  return best?.encoding ?? 'windows-1252';
}

/**
 * The share of non-ASCII characters that the best-fitting language does not have, or not at that position in a word.
 */
function strangeShare(text: string, alphabets: readonly string[]): number {
  const characters = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  if (characters < MIN_CHARACTERS) return 0;
  const letters = text.toLowerCase().match(/(?![ªºµ])[^\0-\x7f\P{L}]/gu) ?? [];
  const known = alphabets === WESTERN && letters.length < FEW_LETTERS ? [alphabets.join('')] : alphabets;
  const [fewest = 0] = known
    .map((alphabet) => letters.filter((letter) => !alphabet.includes(letter)).length)
    .sort((left, right) => left - right);
  return (fewest + (text.match(MISPLACED)?.length ?? 0)) / characters;
}

/** Symbols inside words, or misplaced next to them, and control characters. */
const MISPLACED = new RegExp(
  [
    '(?<=\\p{L})[^\\0-\\x7f\\p{L}’‘·\\u00ad–—](?=\\p{L})',
    '(?<!\\p{L})[^\\0-\\x7f\\p{L}¿¡«»“”„‘’‚‹›–—…•·§©®€\\s](?=\\p{L})',
    '(?<=\\p{L})[^\\0-\\x7f\\p{L}«»“”‘’‹›–—…•·™®©°²³¹†‡ªº\\s](?!\\p{L})',
    '[\\u0080-\\u009f\\ufffd]',
  ].join('|'),
  'gu',
);
