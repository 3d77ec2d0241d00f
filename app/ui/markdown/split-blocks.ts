/** A part of a text that is rendered on its own. */
export interface Block {
  text: string;
  /** `plain`: too large or too deep to render; shown as it is written. `code`: one fence, of any length. */
  kind: 'markdown' | 'plain' | 'code' | 'table';
}

/** A longer block is split at its next boundary: the last block is parsed again after each delta. */
const MIN_SPLIT_CHARACTERS = 2_000;
/** The same of a text with references or footnotes, which are found within their block only. */
const MIN_SPLIT_WITH_DEFINITIONS = 8_000;
/** Without a boundary for this long, the block is shown as text: parsing it would block the page. */
const MAX_BLOCK_CHARACTERS = 10_000;
/** A table with more cells, or a row with more, is shown as text: laying it out would block the page. */
const MAX_BARS = 3_000;
/** Rows of a table that are parsed together. */
const MAX_ROWS_CHARACTERS = 1_000;
const MAX_BARS_IN_LINE = 100;
/** Deeper quotes and lists are shown as text: reading them takes time that grows with the square of their depth. */
const MAX_DEPTH = 24;
/** Only the beginning of a line decides what it is. */
const DECISIVE_CHARACTERS = 400;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/u;
/** A line that begins a block whatever came before: no list, quote, table or indentation. */
const BOUNDARY = /^(?:#{1,6}\s|[\p{L}*_"“「\\])/u;
const DEEP = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+]\\s|\\d+[.)]\\s)){${MAX_DEPTH}}|^\\s{${MAX_DEPTH * 4}}\\S`,
  'u',
);
const MARKER = /^(?:[*+-]|\d+[.)])\s/u;
/** An item that begins a list of its own without changing its number. */
const NEXT_ITEM = /^(?:[*+-]|(?!1[.)])\d+[.)])\s/u;

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/mu;
const DELIMITER_ROW = /^\|[ \t:|-]*-[ \t:|-]*\r?\n?$/u;
const DETAILS = /<(\/?)details\b/giu;

/** A text with its blocks, before it grew. */
export interface SplitText {
  text: string;
  blocks: readonly Block[];
}

/**
 * Splits a text at blank lines between paragraphs, between items of lists, and around long code and tables, so that a
 * streamed delta renders only the last block. Joined, the blocks are the text.
 */
export function splitBlocks(text: string, before?: SplitText): Block[] {
  const last = before?.blocks.at(-1);
  const finished = before && last ? before.text.length - last.text.length : 0;
  const isLonger = before && finished > 0 && text.startsWith(before.text);
  const minCharacters = minSplitCharacters(text);
  return isLonger && minCharacters === minSplitCharacters(before.text)
    ? [...before.blocks.slice(0, -1), ...splitFrom(text, finished, minCharacters)]
    : splitFrom(text, 0, minCharacters);
}

const minSplitCharacters = (text: string): number =>
  DEFINITION.test(text.slice(0, MIN_SPLIT_WITH_DEFINITIONS))
    ? MIN_SPLIT_WITH_DEFINITIONS
    : MIN_SPLIT_CHARACTERS;

/** What a line is within. */
type Open =
  | { kind: 'fence'; start: number; mark: string; isTopLevel: boolean }
  | { kind: 'table'; start: number };

function splitFrom(text: string, from: number, minCharacters: number): Block[] {
  const blocks: Block[] = [];
  let start = from;
  let at = from;
  let open: Open | null = null;
  let isAfterBlank = true;
  let bars = 0;
  let details = 0;
  let isDeep = false;
  const push = (end: number, whole?: 'code' | 'table') => {
    if (end > start) {
      const isTooLarge =
        isDeep || bars > MAX_BARS || (whole !== 'table' && end - start > MAX_BLOCK_CHARACTERS);
      const kind = whole === 'code' ? whole : isTooLarge ? 'plain' : (whole ?? 'markdown');
      blocks.push({ text: text.slice(start, end), kind });
    }
    start = end;
    bars = 0;
    isDeep = false;
  };
  /** Makes long code or a long table a block of its own. */
  const close = (end: number) => {
    const isLong = open !== null && end - open.start > minCharacters;
    if (open && isLong && details === 0 && (open.kind === 'table' || open.isTopLevel)) {
      const barsInside = open.kind === 'table' ? bars : 0;
      bars = 0;
      push(open.start);
      bars = barsInside;
      push(end, open.kind === 'table' ? 'table' : 'code');
    }
    open = null;
  };
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(at, Math.min(next, at + DECISIVE_CHARACTERS));
    const mark = FENCE.exec(line)?.[1];
    if (open?.kind === 'table' && !line.startsWith('|')) close(at);
    if (open?.kind === 'fence') {
      if (mark?.startsWith(open.mark) && line.trim() === mark) close(next);
    } else {
      const isBoundary = NEXT_ITEM.test(line) || (isAfterBlank && BOUNDARY.test(line) && !MARKER.test(line));
      if (isBoundary && details === 0 && at - start >= minCharacters) push(at);
      if (mark !== undefined && (mark !== '$$' || line.trim() === '$$')) {
        const isTopLevel = mark !== '$$' && line.startsWith(mark);
        open = { kind: 'fence', mark, start: at, isTopLevel };
      } else {
        if (isAfterBlank && line.startsWith('|') && isDelimiterRow(text, next))
          open = { kind: 'table', start: at };
        isDeep ||= DEEP.test(line);
        for (const [, slash] of line.matchAll(DETAILS))
          details = Math.max(0, details + (slash === '' ? 1 : -1));
        const inLine = countBars(text.slice(at, next));
        bars += inLine > MAX_BARS_IN_LINE ? MAX_BARS + 1 : inLine;
      }
    }
    isAfterBlank = line.trim() === '';
    at = next;
  }
  close(text.length);
  push(text.length);
  return blocks;
}

function isDelimiterRow(text: string, at: number): boolean {
  const end = text.indexOf('\n', at);
  return DELIMITER_ROW.test(
    text.slice(at, Math.min(end === -1 ? text.length : end + 1, at + DECISIVE_CHARACTERS)),
  );
}

/** A table in parts that are parsed on their own, each with the head of the table. Only the last part grows. */
export function splitTable(text: string): string[] {
  const headEnd = text.indexOf('\n', text.indexOf('\n') + 1) + 1;
  if (headEnd === 0) return [text];
  const head = text.slice(0, headEnd);
  const parts: string[] = [];
  for (let start = headEnd; start < text.length;) {
    const most = start + MAX_ROWS_CHARACTERS;
    const cut = most < text.length ? text.lastIndexOf('\n', most) + 1 : text.length;
    const end = cut > start ? cut : text.indexOf('\n', most) + 1 || text.length;
    parts.push(head + text.slice(start, end));
    start = end;
  }
  return parts.length === 0 ? [text] : parts;
}

/** Within the line alone: a search beyond it would take longer with every line. */
function countBars(line: string): number {
  let count = 0;
  for (let at = line.indexOf('|'); at !== -1 && count <= MAX_BARS; at = line.indexOf('|', at + 1)) count += 1;
  return count;
}

/** The language and the code of a fence; the last line may be missing, or not yet whole. */
export function readFence(text: string): { language: string | undefined; code: string } {
  const [, mark = '```', info = ''] = /^(`{3,}|~{3,})[ \t]*([^\s`]*)/u.exec(text) ?? [];
  const body = text.slice(text.indexOf('\n') + 1);
  const lastLine = body.trimEnd().lastIndexOf('\n') + 1;
  const isClosed = body.slice(lastLine).trim().startsWith(mark);
  return {
    language: info === '' ? undefined : info,
    code: (isClosed ? body.slice(0, lastLine) : body).replace(/\n$/u, ''),
  };
}
