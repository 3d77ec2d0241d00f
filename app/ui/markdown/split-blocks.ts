/** A part of a text that is rendered on its own. */
export interface Block {
  text: string;
  /** `plain`: too large or too deep to render; shown as it is written. `code`: one fence, of any length. */
  kind: 'markdown' | 'plain' | 'code';
}

/** Shorter texts are rendered whole, so that references and footnotes find each other. */
const MIN_SPLIT_CHARACTERS = 8_000;
/** Without a boundary for this long, the block is shown as text: one table or list would block the page. */
const MAX_BLOCK_CHARACTERS = 40_000;
/** A table with more cells, or a row with more, is shown as text: laying it out would block the page. */
const MAX_BARS = 3_000;
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

/** A text with its blocks, before it grew. */
export interface SplitText {
  text: string;
  blocks: readonly Block[];
}

/**
 * Splits a long text at blank lines between paragraphs and around long code, so that a streamed delta renders only the
 * last block. Joined, the blocks are the text.
 */
export function splitBlocks(text: string, before?: SplitText): Block[] {
  const last = before?.blocks.at(-1);
  const finished = before && last ? before.text.length - last.text.length : 0;
  const isLonger = before && finished > 0 && text.startsWith(before.text);
  return isLonger ? [...before.blocks.slice(0, -1), ...splitFrom(text, finished)] : splitFrom(text, 0);
}

function splitFrom(text: string, from: number): Block[] {
  const blocks: Block[] = [];
  let start = from;
  let at = from;
  let fence: { mark: string; start: number; isTopLevel: boolean } | null = null;
  let isAfterBlank = from > 0;
  let bars = 0;
  let isDeep = false;
  const push = (end: number, isCode = false) => {
    if (end > start) {
      const isPlain = isDeep || bars > MAX_BARS || end - start > MAX_BLOCK_CHARACTERS;
      blocks.push({ text: text.slice(start, end), kind: isCode ? 'code' : isPlain ? 'plain' : 'markdown' });
    }
    start = end;
    bars = 0;
    isDeep = false;
  };
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(at, Math.min(next, at + DECISIVE_CHARACTERS));
    const mark = FENCE.exec(line)?.[1];
    if (fence === null) {
      const isBoundary = NEXT_ITEM.test(line) || (isAfterBlank && BOUNDARY.test(line) && !MARKER.test(line));
      if (isBoundary && at - start >= MIN_SPLIT_CHARACTERS) push(at);
      if (mark !== undefined && (mark !== '$$' || line.trim() === '$$'))
        fence = { mark, start: at, isTopLevel: mark !== '$$' && line.startsWith(mark) };
      else {
        isDeep ||= DEEP.test(line);
        const inLine = countBars(text.slice(at, next));
        bars += inLine > MAX_BARS_IN_LINE ? MAX_BARS + 1 : inLine;
      }
    } else if (mark?.startsWith(fence.mark) && line.trim() === mark) {
      if (isLongCode(fence, next)) {
        push(fence.start);
        push(next, true);
      }
      fence = null;
    }
    isAfterBlank = line.trim() === '';
    at = next;
  }
  if (fence && isLongCode(fence, text.length)) {
    push(fence.start);
    push(text.length, true);
  }
  push(text.length);
  return blocks;
}

const isLongCode = (fence: { start: number; isTopLevel: boolean }, end: number): boolean =>
  fence.isTopLevel && end - fence.start > MIN_SPLIT_CHARACTERS;

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
