import { decodeBytes } from './decode-bytes.js';

/** Encodings of the Latin letters, whose bytes mean something in all of them: only words tell them apart. */
export type LatinEncoding = 'windows-1252' | 'windows-1250' | 'iso-8859-2' | 'macintosh';

/** The letters beyond ASCII of each language, as it writes them every day. */
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

/** The likeliest first: of two that fit as well, it is taken. */
const CANDIDATES: readonly (readonly [LatinEncoding, readonly string[]])[] = [
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['macintosh', WESTERN],
];

/** A sign or two could be anything. */
const FEWEST_CHARACTERS = 3;
/** So few Western letters may come from several languages, as in a list of names. */
const FEW_LETTERS = 20;
/** What a wrong reading has of strange characters at least, and a right one at most. */
const STRANGE_SHARE = 0.1;
const RIGHT_SHARE = 0.02;

/** Which of them gives words that some language has: `mówiła` is Polish, `mówi³a` and `pó\u009fno` are nothing. */
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

/** Of the characters beyond ASCII, how many the best fitting language does not have, or not at this place of a word. */
function strangeShare(text: string, alphabets: readonly string[]): number {
  const characters = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  if (characters < FEWEST_CHARACTERS) return 0;
  const letters = text.toLowerCase().match(/(?![ªºµ])[^\0-\x7f\P{L}]/gu) ?? [];
  const known = alphabets === WESTERN && letters.length < FEW_LETTERS ? [alphabets.join('')] : alphabets;
  const [fewest = 0] = known
    .map((alphabet) => letters.filter((letter) => !alphabet.includes(letter)).length)
    .sort((left, right) => left - right);
  return (fewest + (text.match(MISPLACED)?.length ?? 0)) / characters;
}

/** Signs inside of words, before or behind them where none stand, and what no text has: control characters. */
const MISPLACED = new RegExp(
  [
    '(?<=\\p{L})[^\\0-\\x7f\\p{L}’‘·\\u00ad–—](?=\\p{L})',
    '(?<!\\p{L})[^\\0-\\x7f\\p{L}¿¡«»“”„‘’‚‹›–—…•·§©®€\\s](?=\\p{L})',
    '(?<=\\p{L})[^\\0-\\x7f\\p{L}«»“”‘’‹›–—…•·™®©°²³¹†‡ªº\\s](?!\\p{L})',
    '[\\u0080-\\u009f\\ufffd]',
  ].join('|'),
  'gu',
);
