/** A part of a long text that is rendered on its own. */
export type Block = { text: string; isPlain: boolean };

/** Shorter texts are rendered whole, so that references and footnotes find each other. */
const MIN_SPLIT_CHARACTERS = 8_000;
/** Without a boundary for this long, the block is shown as text: one table or list would block the page. */
const MAX_BLOCK_CHARACTERS = 40_000;
/** A table with more cells is shown as text: laying it out would block the page. */
const MAX_BARS = 3_000;
/** Deeper quotes and lists are shown as text; the renderer is recursive. */
const MAX_DEPTH = 40;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/u;
/** A line that begins a block whatever came before: no list, quote, table or indentation. */
const BOUNDARY = /^(?:#{1,6}\s|[\p{L}*_"“「\\])/u;
const DEEP = new RegExp(`^(?:\\s*(?:>|[-*+]\\s|\\d+[.)]\\s)){${MAX_DEPTH}}|^\\s{${MAX_DEPTH * 4}}\\S`, 'mu');
const MARKER = /^(?:[*+-]|\d+[.)])\s/u;

/**
 * Splits a long text at blank lines between paragraphs, so that a streamed delta renders only the last block. Joined,
 * the blocks are the text.
 */
export function splitBlocks(text: string): Block[] {
  if (text.length <= MIN_SPLIT_CHARACTERS) return [asBlock(text)];
  const blocks: Block[] = [];
  let start = 0;
  let at = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    // Only the beginning of a line decides.
    const line = text.slice(at, Math.min(next, at + 200));
    const isBoundary = fence === null && isAfterBlank && BOUNDARY.test(line) && !MARKER.test(line);
    if (isBoundary && at - start >= MIN_SPLIT_CHARACTERS) {
      blocks.push(asBlock(text.slice(start, at)));
      start = at;
    }
    fence = fenceAfter(line, fence);
    isAfterBlank = line.trim() === '';
    at = next;
  }
  blocks.push(asBlock(text.slice(start)));
  return blocks;
}

const asBlock = (text: string): Block => ({
  text,
  isPlain: text.length > MAX_BLOCK_CHARACTERS || hasManyBars(text) || DEEP.test(text),
});

function hasManyBars(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('|'); at !== -1; at = text.indexOf('|', at + 1))
    if (++count > MAX_BARS) return true;
  return false;
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | null): string | null {
  const mark = FENCE.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === null) return mark === '$$' && line.trim() !== '$$' ? null : mark;
  return mark.startsWith(open) ? null : open;
}
