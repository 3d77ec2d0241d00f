import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
]);
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const SPACED = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'table', 'blockquote', 'pre']);

/** The text that a reader of a web page sees, a line for each block; cells of a table are parted by tabs. */
export function htmlToText(html: string): string {
  const text = createTextBuilder();
  // With its own stack: pages can be nested deeper than calls can.
  const pending: (Node | string)[] = [parse(html)];
  let preformatted = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') {
      if (node === 'pre') preformatted -= 1;
      if (BLOCKS.has(node)) text.breakLine(SPACED.has(node));
    } else if ('value' in node) {
      text.add(preformatted > 0 ? node.value : node.value.replace(/\s+/gu, ' '), preformatted > 0);
    } else if ('childNodes' in node) {
      const name = node.nodeName;
      if (SKIPPED.has(name)) continue;
      if (name === 'br') text.breakLine(false);
      if (name === 'td' || name === 'th') text.startCell();
      if (BLOCKS.has(name)) text.breakLine(SPACED.has(name));
      if (name === 'li') text.add('- ', true);
      if (name === 'pre') preformatted += 1;
      pending.push(name);
      for (const child of node.childNodes.toReversed()) pending.push(child);
    }
  }
  return text.finish();
}

function createTextBuilder() {
  const pieces: string[] = [];
  let line = '';
  /** Line ends owed before the next text. */
  let owed = 0;
  let rowHasCell = false;

  return {
    add(text: string, verbatim: boolean) {
      const piece = !verbatim && (line === '' || /\s$/u.test(line)) ? text.trimStart() : text;
      if (piece === '') return;
      if (line === '' && pieces.length > 0) pieces.push('\n'.repeat(owed));
      line += piece;
    },
    startCell() {
      if (rowHasCell && line !== '') line = `${line.trimEnd()}\t`;
      rowHasCell = true;
    },
    breakLine(spaced: boolean) {
      rowHasCell = false;
      if (line.trim() !== '') {
        pieces.push(line.trimEnd());
        owed = 0;
      }
      line = '';
      owed = Math.max(owed, spaced ? 2 : 1);
    },
    finish(): string {
      this.breakLine(false);
      return pieces.join('');
    },
  };
}
