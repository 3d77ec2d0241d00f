import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { runInSlice } from '../time-slices.js';
import { openTable, type RankOf } from './token-table.js';

/** Merging is quadratic in the length of an unbroken run, so longer runs are split. */
const LONGEST_RUN_CHARS = 128;
const LONG_RUN = /[\p{L}\p{M}]{129,}|[^\s\p{L}\p{N}]{129,}|\s{129,}/gu;
const RUN_PIECE = /.{1,128}/gsu;

/** A slice takes one or two milliseconds, and about ten on hostile text. */
const SLICE_CHARS = 4 * 1024;
/** How far back from its end a slice looks for a space to split at, since tokens begin with one. */
const LOOK_BACK_CHARS = 256;

/** After this many tokens (about a second on hostile text) the rest is counted by bytes, an upper bound. */
const MAX_TOKENS_COUNTED = 1_000_000;

const WORDS_REMEMBERED = 20_000;
const BEYOND_ASCII = /[^\0-\x7f]/;

let table: Promise<RankOf> | undefined;
/** Token counts of words that aren't a single token. */
const remembered = new Map<string, number>();

/**
 * Counts tokens in OpenAI's encoding o200k_base (byte pair encoding). Special tokens count as text. Runs in slices that
 * yield to other work.
 */
export async function countO200k(text: string): Promise<number> {
  table ??= readTable();
  const rankOf = await table;
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    if (tokens >= MAX_TOKENS_COUNTED) return tokens + Buffer.byteLength(text.slice(at));
    const slice = text.slice(at, endOfSlice(text, at));
    tokens += await runInSlice(() => countSlice(slice, rankOf));
    at += slice.length;
  }
  return tokens;
}

/** Splits before a space if possible, never inside a surrogate pair. */
function endOfSlice(text: string, at: number): number {
  const end = Math.min(at + SLICE_CHARS, text.length);
  if (end === text.length) return end;
  const blank = text.lastIndexOf(' ', end);
  if (blank > end - LOOK_BACK_CHARS && text[blank - 1] !== ' ') return blank;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

async function readTable(): Promise<RankOf> {
  try {
    // Resolved by name, since this module may be bundled.
    const file = createRequire(import.meta.url).resolve('@promptwell/ai-providers/o200k-table');
    return openTable(await readFile(file));
  } catch (error) {
    table = undefined; // the next text retries
    throw error;
  }
}

function countSlice(slice: string, rankOf: RankOf): number {
  if (slice.length <= LONGEST_RUN_CHARS) return countWords(slice, rankOf);
  let tokens = 0;
  let at = 0;
  for (const { 0: run, index } of slice.matchAll(LONG_RUN)) {
    tokens += countWords(slice.slice(at, index), rankOf);
    for (const [piece] of run.matchAll(RUN_PIECE)) tokens += countWords(piece, rankOf);
    at = index + run.length;
  }
  return tokens + countWords(slice.slice(at), rankOf);
}

function countWords(text: string, rankOf: RankOf): number {
  const isAscii = !BEYOND_ASCII.test(text);
  let tokens = 0;
  for (const [word] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
    const bytes = isAscii ? word : Buffer.from(word).toString('latin1');
    tokens += rankOf(bytes, 0, bytes.length) < Infinity ? 1 : countParts(bytes, rankOf);
  }
  return tokens;
}

function countParts(word: string, rankOf: RankOf): number {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const parts = joinParts(word, rankOf);
  if (remembered.size >= WORDS_REMEMBERED) remembered.clear();
  remembered.set(Buffer.from(word, 'latin1').toString('latin1'), parts); // a slice of a string would retain the whole string
  return parts;
}

/** Starts with single bytes and merges the pair with the lowest rank until none is in the table. */
function joinParts(word: string, rankOf: RankOf): number {
  const starts = Array.from({ length: word.length + 1 }, (_, at) => at);
  const rankOfPair = (at: number): number => {
    const to = starts[at + 2];
    return to === undefined ? Infinity : rankOf(word, starts[at] ?? 0, to);
  };
  const pairs = Array.from({ length: word.length - 1 }, (_, at) => rankOfPair(at));
  for (;;) {
    let first = 0;
    let lowest = Infinity;
    for (let at = 0; at < pairs.length; at += 1) {
      const rank = pairs[at] ?? Infinity;
      if (rank < lowest) [first, lowest] = [at, rank];
    }
    if (lowest === Infinity) return pairs.length + 1;
    starts.splice(first + 1, 1);
    pairs.splice(first, 1);
    if (first < pairs.length) pairs[first] = rankOfPair(first);
    if (first > 0) pairs[first - 1] = rankOfPair(first - 1);
  }
}
