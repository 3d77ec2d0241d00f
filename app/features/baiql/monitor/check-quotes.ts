import type { FormField, ItemInput } from '../runs/responses';
import { pagesOf } from './pages-of';

/** A quote of a reply, looked for where the reply says that it is. */
interface QuoteCheck {
  /** Its field: `quote`, or `findings 2: quote`. */
  name: string;
  isFound: boolean;
  /** “on page 3”, “not on page 3, but on page 5”. */
  place: string;
}

type Documents = ItemInput['documents'];
type Entry = readonly [name: string, value: unknown];

const QUOTE = /quot(?:e|ation)|excerpt|passage|citation|verbatim|wording|zitat|cita(?!t)|citazione/iu;
const PAGE = /page|seite|p[áa]gina/iu;

/**
 * Looks for each quoted text in the page that the reply names: `quote` with `page`, `quote2` with `page2`, which are of
 * the second file, `rent_quote` with `rent_page`; in a list of objects, those of each object. A quote without a page may
 * stand anywhere.
 */
export function checkQuotes(fields: readonly FormField[], documents: Documents): QuoteCheck[] {
  const sources = documents.filter(({ text }) => text !== '').map(searchable);
  if (sources.length === 0) return [];
  return scopesOf(fields.map(({ name, value }) => [name, value])).flatMap(({ label, entries }) =>
    entries.flatMap(([name, value]) => {
      if (!QUOTE.test(name) || PAGE.test(name) || typeof value !== 'string') return [];
      const parts = partsOf(value);
      if (parts.length === 0) return [];
      const page = pageFor(name, entries);
      return [{ name: label + name, ...find(parts, page, ordinalOf(name), sources) }];
    }),
  );
}

/** The fields, and the objects in their values, each of which has quotes and pages of its own. */
function scopesOf(entries: readonly Entry[], label = ''): { label: string; entries: readonly Entry[] }[] {
  const inner = entries.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown, index) => {
      if (typeof each !== 'object' || each === null) return [];
      const number = Array.isArray(value) ? ` ${String(index + 1)}` : '';
      return scopesOf(Object.entries(each), `${label}${name}${number}: `);
    }),
  );
  return [{ label, entries }, ...inner];
}

/** `2` of `quote2` and `quote_2`, else 1. */
const ordinalOf = (name: string): number => Number(/(\d+)$/u.exec(name)?.[1] ?? 1);

/** The page beside a quote: the field whose name differs in that word alone. */
function pageFor(quote: string, entries: readonly Entry[]): number | null {
  const rest = (name: string, word: RegExp): string =>
    name.replace(word, '').replace(/[\W_]/gu, '').toLowerCase();
  const own = rest(quote, QUOTE);
  const [, value] = entries.find(([name]) => PAGE.test(name) && rest(name, PAGE) === own) ?? [];
  const page = typeof value === 'string' ? Number(/\d+/u.exec(value)?.[0] ?? Number.NaN) : value;
  return typeof page === 'number' && Number.isInteger(page) ? page : null;
}

interface Searchable {
  name: string;
  pages: readonly { page: number | null; text: string }[];
  /** A sentence may go on over the end of a page. */
  whole: string;
}

function searchable({ name, text }: Documents[number]): Searchable {
  const pages = pagesOf(text).map((part) => ({ page: part.page, text: plain(part.text) }));
  return { name, pages, whole: pages.map((part) => part.text).join('') };
}

function find(
  parts: readonly string[],
  page: number | null,
  ordinal: number,
  sources: readonly Searchable[],
): Pick<QuoteCheck, 'isFound' | 'place'> {
  const own = sources[ordinal - 1] ?? sources[0];
  const isHere = ({ text }: { text: string }): boolean => holds(text, parts);
  if (own !== undefined && page !== null) {
    const at = own.pages.findIndex((part) => part.page === page);
    // What begins on the page may end on the next.
    const text = own.pages.slice(at, at + 2).map((part) => part.text);
    if (at >= 0 && holds(text.join(''), parts) && !holds(text[1] ?? '', parts))
      return { isFound: true, place: `on page ${String(page)}` };
  }
  for (const source of own === undefined ? sources : [own, ...sources.filter((each) => each !== own)]) {
    const there = source.pages.find(isHere);
    if (there === undefined && !holds(source.whole, parts)) continue;
    const where = placeIn(source, there?.page ?? null, sources.length > 1);
    if (page === null) return { isFound: true, place: where };
    const isUnmarked = source.pages.every((part) => part.page === null);
    if (isUnmarked && source === own) return { isFound: true, place: `${where}, which has no page marks` };
    return { isFound: false, place: `not on page ${String(page)}, but ${where}` };
  }
  return {
    isFound: false,
    place: page === null ? 'not found' : `not on page ${String(page)}, nor anywhere else`,
  };
}

const placeIn = ({ name }: Searchable, page: number | null, isOneOfSeveral: boolean): string =>
  page === null ? `in ${name}` : `on page ${String(page)}${isOneOfSeveral ? ` of ${name}` : ''}`;

/** The parts in their order. */
function holds(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** What a quote leaves out is marked in it: “Rent is due … on the first”. */
const partsOf = (quote: string): string[] =>
  quote
    .split(/\[?(?:…|\.{3,})\]?/u)
    .map(plain)
    .filter((part) => part !== '');

/** Letters and digits alone: line ends, hyphens and quotation marks differ between a text and its quote. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
