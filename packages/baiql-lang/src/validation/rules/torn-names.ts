import { isReservedWord } from '../../parsing/tokens.js';
import { foldName } from '../../source/names.js';
import type { Range } from '../../source/position.js';
import type { Source } from '../../source/source.js';
import { isEngineName } from '../../symbols/collect.js';
import { isRead, type NameSymbol, type Occurrence } from '../../symbols/symbols.js';
import { SETTING_WORDS } from '../../vocabulary/vocabulary.js';
import type { RuleContext } from '../rule.js';

/** A name that a stray character has torn in two, as in `SCH=OOL`. */
export interface TornName {
  /** The name that was meant, as its pieces are written. */
  readonly whole: string;
  /** Both pieces, and what stands between them. */
  readonly range: Range;
}

export interface TornNames {
  /** The torn name that a place is a piece of; null when it is none. */
  readonly pieceAt: (occurrence: Occurrence) => TornName | null;
  /** By the names that were meant, in upper case. */
  readonly wholes: ReadonlyMap<string, TornName>;
  /** By the offsets at which they begin. */
  readonly byStart: ReadonlyMap<number, TornName>;
  /** The words that a `#` in the middle of a name has made a comment, in upper case. */
  readonly swallowed: readonly string[];
}

/** So many names, and so many places of each, are looked at; where more are in doubt, it is not one slip. */
const MOST_NAMES = 50;
const MOST_PLACES = 20;
const LONGEST_PIECE = 60;
// A formatter puts blanks around signs.
const PIECE_BEFORE = /([\p{L}\p{N}_]+) ?[^\p{L}\p{N}_\s] ?$/u;
const PIECE_AFTER = /^ ?[^\p{L}\p{N}_\s] ?([\p{L}\p{N}_]+)/u;

/** Finds names that mean nothing and, put together with what stands beside them, are a name of the script. */
export function findTornNames({ source, symbols }: RuleContext): TornNames {
  const byName = new Map(symbols.names.map((symbol) => [symbol.name, symbol]));
  const isKnown = (name: string): boolean =>
    byName.has(name) || isEngineName(name) || SETTING_WORDS.has(name) || isReservedWord(name);
  const pieces = new Map<Occurrence, TornName>();
  for (const symbol of symbols.names.filter(isInDoubt).slice(0, MOST_NAMES)) {
    for (const occurrence of symbol.occurrences.slice(0, MOST_PLACES)) {
      const torn = candidates(source, occurrence).find(({ whole }) => isKnown(foldName(whole)));
      if (torn !== undefined) pieces.set(occurrence, torn);
    }
  }
  const found = [...pieces.values()];
  return {
    pieceAt: (occurrence) => pieces.get(occurrence) ?? null,
    // Of several with one name, the first counts.
    wholes: new Map(found.map((torn) => [foldName(torn.whole), torn] as const).reverse()),
    byStart: new Map(found.map((torn) => [torn.range.start.offset, torn] as const).reverse()),
    swallowed: found.flatMap(({ range }) => wordsOfComment(source, range)),
  };
}

const WORDS = /[\p{L}\p{N}_]+/gu;

function wordsOfComment(source: Source, range: Range): string[] {
  if (!source.slice(range).includes('#')) return [];
  const rest = source.text.slice(range.end.offset, source.lineEnd(range.end.line));
  return [...rest.matchAll(WORDS)].map(([word]) => foldName(word));
}

function isInDoubt(symbol: NameSymbol): boolean {
  return symbol.kind === 'undefined' || (symbol.kind === 'variable' && !isRead(symbol));
}

function candidates(source: Source, { range }: Occurrence): TornName[] {
  const [start, end] = [range.start.offset, range.end.offset];
  const before = PIECE_BEFORE.exec(source.text.slice(Math.max(0, start - LONGEST_PIECE), start));
  const after = PIECE_AFTER.exec(source.text.slice(end, end + LONGEST_PIECE));
  const own = source.slice(range);
  const found: TornName[] = [];
  if (before?.[1] !== undefined)
    found.push({ whole: before[1] + own, range: source.range(start - before[0].length, end) });
  if (after?.[1] !== undefined)
    found.push({ whole: own + after[1], range: source.range(start, end + after[0].length) });
  return found;
}
