import type { CountryCode } from 'libphonenumber-js';

/** Sample size for language detection. */
const SAMPLE_CHARS = 4_000;
/** Minimum number of matching words. */
const MIN_WORDS = 2;

/** Scripts that identify a language's countries. */
const SCRIPTS: readonly { pattern: RegExp; countries: readonly CountryCode[] }[] = [
  { pattern: /[\p{sc=Hira}\p{sc=Kana}]/u, countries: ['JP'] },
  { pattern: /\p{sc=Hang}/u, countries: ['KR'] },
  { pattern: /\p{sc=Arab}/u, countries: ['EG', 'SA', 'AE', 'MA'] },
  { pattern: /\p{sc=Deva}/u, countries: ['IN'] },
  { pattern: /\p{sc=Thai}/u, countries: ['TH'] },
  { pattern: /\p{sc=Hebr}/u, countries: ['IL'] },
  { pattern: /\p{sc=Grek}/u, countries: ['GR'] },
];

/**
 * The most common short words that few other languages share. English counts against the others and adds no country.
 */
const WORDS: readonly { words: string; countries: readonly CountryCode[] }[] = [
  { words: 'the of and to is are you your my please with this that for from call', countries: [] },
  {
    words: 'el los las una es por para con mi su está llama al del número y',
    countries: ['ES', 'MX', 'CO', 'AR'],
  },
  {
    words: 'der die das und ist nicht bitte ich mein meine unter für auf zu den dem',
    countries: ['DE', 'AT', 'CH'],
  },
  {
    words: 'le les des est une vous mon ma pour avec du au je numéro et sur',
    countries: ['FR', 'CA', 'BE', 'CH'],
  },
  { words: 'o os não uma você meu minha para com está do da ao número e em', countries: ['BR', 'PT'] },
  { words: 'il gli della che sono mio mia per con di numero e una alla dal', countries: ['IT'] },
  { words: 'het een van niet mijn voor is bel op aan en de naar met ik', countries: ['NL', 'BE'] },
  { words: 've bir için bu lütfen ile numaram numarası olan adresi beni bana da de', countries: ['TR'] },
];

const COUNTRIES_OF_WORD = new Map<string, number[]>();
WORDS.forEach(({ words }, language) => {
  for (const word of words.split(' ')) {
    COUNTRIES_OF_WORD.set(word, [...(COUNTRIES_OF_WORD.get(word) ?? []), language]);
  }
});

/** Countries where the language of the text is spoken, judging by script and common words. */
export function countriesOfLanguage(text: string): readonly CountryCode[] {
  const sample = text.slice(0, SAMPLE_CHARS);
  const script = SCRIPTS.find(({ pattern }) => pattern.test(sample));
  if (script) return script.countries;
  const counts = WORDS.map(() => 0);
  for (const [word] of sample.toLowerCase().matchAll(/\p{L}+/gu)) {
    for (const language of COUNTRIES_OF_WORD.get(word) ?? []) counts[language] = (counts[language] ?? 0) + 1;
  }
  const most = counts.reduce((max, count) => Math.max(max, count), 0);
  return most < MIN_WORDS ? [] : (WORDS[counts.indexOf(most)]?.countries ?? []);
}
