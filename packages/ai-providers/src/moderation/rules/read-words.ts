/** A text as the rules see it: folded words, where sentences end, and what stands between quotation marks. */
export interface Words {
  texts: string[];
  /** The numbers of the sentence and of the line of each word. */
  sentences: number[];
  lines: number[];
  /** Whether each word stands in a quotation that is closed in its own paragraph. */
  quoted: boolean[];
}

/** Short forms, and what people write for them. Elisions such as `j'` are cut off by themselves. */
const EXPANSIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    im: 'i am',
    ima: 'i am going to',
    imma: 'i am going to',
    gonna: 'going to',
    wanna: 'want to',
    lets: 'let us',
    u: 'you',
    ur: 'your',
    r: 'are',
    youre: 'you are',
    dont: 'do not',
    cannot: 'can not',
  }).map(([short, long]) => [short, long.split(' ')]),
);

const CLITICS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ll: 'will', m: 'am', re: 'are', ve: 'have', d: 'would' }),
);

/** Letters of other scripts that look like Latin ones; they count only in a word that has Latin letters as well. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  'аa еe оo рp сc уy хx іi кk мm тt вb нh ѕs ԁd ɡg αa οo νv ιi κk ρp τt'
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'g');

const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** Spaced letters that make no longer word than this. */
const MAX_SPACED = 64;

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
const QUOTE = /["“”„‟«»‹›「」『』]/;
const ONLY_ASCII = /^\p{ASCII}*$/u;
/** A word, a mark that ends a sentence, a line end, or a quotation mark. A single quote is one at a word's edge only. */
const PIECE =
  /[\p{L}\p{N}](?:[\p{L}\p{N}$@|]|['!](?=\p{L}))*|[.!?;:…。！？]|\n|["“”„‟«»‹›「」『』]|(?<![\p{L}\p{N}])'(?=\p{L})|(?<=[\p{L}.,!?…])'(?!\p{L})/gu;

/**
 * Folds and cuts a text. Case, accents, full-width and invisible characters, look-alike letters, digits for letters,
 * stretched (`kiiill`) and spaced (`k i l l`) words are undone where the result is a word of `isKnown`.
 */
export function readWords(text: string, isKnown: (word: string) => boolean): Words {
  const words: Words = { texts: [], sentences: [], lines: [], quoted: [] };
  const folded = fold(text);
  let sentence = 0;
  let line = 0;
  let quoteFrom: number | undefined;
  /** Single letters that stand side by side, and where the last one ended. */
  let spaced = '';
  let spacedEnd = -1;
  let isDotAfter = false;

  const push = (word: string): void => {
    words.texts.push(word);
    words.sentences.push(sentence);
    words.lines.push(line);
    words.quoted.push(false);
  };
  const endSpaced = (): void => {
    if (spaced.length > 2) for (const word of cutSpaced(spaced, isKnown)) push(word);
    else for (const letter of spaced) pushWord(letter, isKnown, push);
    if (isDotAfter && spaced.length < 3) sentence += 1; // behind k.i.l.l. it goes on
    spaced = '';
    isDotAfter = false;
  };

  for (const { 0: piece, index } of folded.matchAll(PIECE)) {
    const isSpacedOn = spaced !== '' && index === spacedEnd + 1 && spaced.length < MAX_SPACED;
    if (piece.length === 1 && /\p{L}/u.test(piece)) {
      if (!isSpacedOn) endSpaced();
      spaced += piece;
      spacedEnd = index + 1;
      isDotAfter = false;
      continue;
    }
    if (piece === '.' && index === spacedEnd) {
      isDotAfter = true; // k.i.l.l, or the end of a sentence: the next piece tells
      continue;
    }
    endSpaced();
    if (piece === '\n') {
      quoteFrom = undefined;
      sentence += 1;
      line += 1;
    } else if (piece === "'" || QUOTE.test(piece)) {
      if (quoteFrom === undefined) quoteFrom = words.texts.length;
      else {
        words.quoted.fill(true, quoteFrom);
        quoteFrom = undefined;
      }
    } else if (/^[.!?;:…。！？]$/.test(piece)) sentence += 1;
    else pushWord(piece, isKnown, push);
  }
  endSpaced();
  return words;
}

function fold(text: string): string {
  const plain = text.replace(/[’‘`´]/g, "'");
  if (ONLY_ASCII.test(plain)) return plain.toLowerCase();
  return plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu, (word) =>
      /\p{Script=Latin}/u.test(word)
        ? word.replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter)
        : word,
    );
}

function pushWord(word: string, isKnown: (word: string) => boolean, push: (word: string) => void): void {
  const whole = EXPANSIONS.get(word.replace("'", ''));
  if (whole) whole.forEach(push);
  else if (word.includes("'")) pushParts(word, isKnown, push);
  else push(isKnown(word) ? word : undisguise(word, isKnown));
}

/** `i'll`, `don't`, `j'vais`; a possessive stays one word, since it is not the person that is spoken of. */
function pushParts(word: string, isKnown: (word: string) => boolean, push: (word: string) => void): void {
  const [head = '', tail = ''] = word.split("'", 2);
  if (tail === 's') {
    push(['it', 'he', 'she', 'that'].includes(head) ? head : word);
    return;
  }
  if (tail === 't' && head.endsWith('n')) {
    push(head === 'ca' || head === 'can' ? 'can' : head.slice(0, -1));
    push('not');
    return;
  }
  push(head);
  push(CLITICS.get(tail) ?? (isKnown(tail) ? tail : undisguise(tail, isKnown)));
}

function undisguise(word: string, isKnown: (word: string) => boolean): string {
  const candidates: string[] = [];
  if (/[0134579@$!|]/.test(word) && /\p{L}/u.test(word)) {
    candidates.push(word.replace(/[013457@$!|]/g, (sign) => DISGUISES[sign] ?? sign));
  }
  for (const written of [word, ...candidates]) {
    if (!/(\p{L})\1\1/u.test(written)) continue;
    candidates.push(written.replace(/(\p{L})\1{2,}/gu, '$1$1'), written.replace(/(\p{L})\1{2,}/gu, '$1'));
  }
  return candidates.find(isKnown) ?? word;
}

/** `iwillkillyou`: the longest known words from the left; what is none of them stays as it is. */
function cutSpaced(letters: string, isKnown: (word: string) => boolean): string[] {
  const words: string[] = [];
  for (let from = 0; from < letters.length;) {
    let to = letters.length;
    while (to > from && !isKnown(letters.slice(from, to))) to -= 1;
    if (to === from) return [...words, letters.slice(from)];
    words.push(letters.slice(from, to));
    from = to;
  }
  return words;
}
