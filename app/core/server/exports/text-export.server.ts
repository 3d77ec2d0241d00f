import type { Cells, DocumentPart } from '@promptwell/baiql-runtime/writers';

/** Rows measured before the first one is written. */
const MEASURED_ROWS = 200;
const MAX_WIDTH = 40;
const MAX_UNDERLINE = 72;
const UNDERLINES = { 1: '=', 2: '-', 3: '' } as const;

/** A document as plain text. Markdown stays as written. */
export async function* writeText(parts: AsyncIterable<DocumentPart>): AsyncGenerator<string> {
  let separator = '';
  for await (const part of parts) {
    yield separator;
    separator = '\n';
    switch (part.kind) {
      case 'heading': {
        const line = UNDERLINES[part.level].repeat(Math.min(part.text.length, MAX_UNDERLINE));
        yield `${part.text}\n${line === '' ? '' : `${line}\n`}`;
        break;
      }
      case 'text':
      case 'markdown':
        yield `${part.text.trimEnd()}\n`;
        break;
      case 'table':
        yield* writeTextTable(part.columns, part.rows);
    }
  }
}

/** A table with columns as wide as its first rows need. A wider cell pushes the rest of its line aside. */
async function* writeTextTable(
  columns: readonly string[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<string> {
  const widths = columns.map((name) => name.length);
  const iterator = rows[Symbol.asyncIterator]();
  const measured: string[][] = [];
  let next = await iterator.next();
  for (; next.done !== true && measured.length < MEASURED_ROWS; next = await iterator.next()) {
    const texts = next.value.map(oneLine);
    for (const [index, text] of texts.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(text.length, MAX_WIDTH));
    }
    measured.push(texts);
  }
  const rules = widths.map((width) => '-'.repeat(width));
  for (const texts of [columns, rules, ...measured]) yield textLine(texts, widths);
  for (; next.done !== true; next = await iterator.next()) yield textLine(next.value.map(oneLine), widths);
}

const textLine = (texts: readonly string[], widths: readonly number[]): string =>
  `${texts
    .map((text, index) => text.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`;

function oneLine(cell: Cells[number]): string {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell ?? '').replace(/^""$/, '');
  return text.replace(/\s+/g, ' ').trim();
}
