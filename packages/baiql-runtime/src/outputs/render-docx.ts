import {
  Document,
  HeadingLevel,
  Packer,
  Table,
  TableCell,
  TableRow,
  type TextRun,
  WidthType,
  type FileChild,
  type IRunOptions,
} from 'docx';
import { writeFixedZip } from './fixed-zip.js';
import { directedParagraph, directedRun, isRightToLeft } from './docx-direction.js';
import { DocumentFonts } from './docx-fonts.js';
import { renderMarkdown } from './docx-markdown.js';
import { OutputError } from './output-error.js';
import type { Renderer } from './formats.js';
import { jsonCell, type OutputResult } from './result.js';
import type { Cells, Table as ResultTable } from './table.js';
import { readZip } from './read-zip.js';

/** A document is built in memory, which takes many times the size of its text. */
const MAX_CHARACTERS = 10_000_000;
const MAX_CELLS = 100_000;

/** One section of a document. */
export type DocumentPart =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  /** One paragraph without markup; line breaks are kept. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: AsyncIterable<Cells> };

/** A Word document with the replies' Markdown as Word formatting. */
export const docxRenderer: Renderer = {
  all: (table) => writeDocument(everyReply(table)),
  single: (table) => writeDocument(bareReplies(table)),
};

async function* everyReply(table: ResultTable): AsyncGenerator<DocumentPart> {
  for await (const { result } of table.rows()) yield* titledReply(result, table.trackNames);
}

async function* bareReplies(table: ResultTable): AsyncGenerator<DocumentPart> {
  for await (const { result } of table.rows()) yield { kind: 'markdown', text: result.reply };
}

/**
 * A Word document. It is built completely before the first chunk is returned.
 * @throws OutputError `too-large`
 */
export async function* writeDocument(parts: AsyncIterable<DocumentPart>): AsyncGenerator<Uint8Array> {
  const children: FileChild[] = [];
  const fonts = new DocumentFonts();
  let characters = 0;
  for await (const part of parts) {
    if (part.kind === 'table') {
      children.push(await renderTable(part, fonts));
      continue;
    }
    characters += part.text.length;
    if (characters > MAX_CHARACTERS) throw tooLarge();
    fonts.add(part.text);
    // One by one: spreading a very long array would overflow the stack.
    for (const child of renderText(part)) children.push(child);
  }
  const document = new Document({
    creator: 'Promptwell',
    lastModifiedBy: 'Promptwell',
    styles: { default: { ...HEADINGS, document: { run: fonts.defaults() } } },
    sections: [{ children }],
  });
  yield* writeFixedZip(withFixedValues(await readZip(await Packer.toBuffer(document))));
}

const HEADING_SPACING = { paragraph: { spacing: { before: 240, after: 120 } } };
const HEADINGS = { heading1: HEADING_SPACING, heading2: HEADING_SPACING, heading3: HEADING_SPACING };

/** The library writes the current time and random ids; equal content must give equal bytes. */
function withFixedValues(
  parts: { name: string; content: Uint8Array }[],
): { name: string; content: Uint8Array | string }[] {
  const linkIds = new Map<string, string>();
  const fixedId = (id: string): string => {
    const fixed = linkIds.get(id) ?? `rIdLink${String(linkIds.size + 1)}`;
    linkIds.set(id, fixed);
    return fixed;
  };
  return parts.map(({ name, content }) => {
    const text = (): string => Buffer.from(content).toString();
    switch (name) {
      case 'docProps/core.xml':
        return { name, content: text().replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '1980-01-01T00:00:00Z') };
      case 'word/document.xml':
      case 'word/_rels/document.xml.rels':
        return { name, content: text().replace(LINK_ID, fixedId) };
      default:
        return { name, content };
    }
  });
}

/** Ids of links have many characters, all others a few digits. */
const LINK_ID = /(?<=")rId[\w-]{15,}(?=")/gu;

function* titledReply(
  { number, label, tracked, reply }: OutputResult,
  trackNames: readonly string[],
): Generator<DocumentPart> {
  yield { kind: 'heading', level: 1, text: `${number}. ${label}` };
  for (const [index, name] of trackNames.entries()) {
    yield { kind: 'text', text: `${name}: ${tracked[index] ?? ''}` };
  }
  yield { kind: 'markdown', text: reply };
}

const HEADING_LEVELS = {
  1: HeadingLevel.HEADING_1,
  2: HeadingLevel.HEADING_2,
  3: HeadingLevel.HEADING_3,
} as const;

function renderText(part: Exclude<DocumentPart, { kind: 'table' }>): FileChild[] {
  switch (part.kind) {
    case 'heading':
      return [
        directedParagraph(part.text, {
          heading: HEADING_LEVELS[part.level],
          children: [directedRun(part.text)],
        }),
      ];
    case 'text':
      return [directedParagraph(part.text, { children: plainLines(part.text) })];
    case 'markdown':
      return renderMarkdown(part.text);
  }
}

const plainLines = (text: string): TextRun[] =>
  linesOf(text).map((line, index) => directedRun(line, index === 0 ? {} : { break: 1 }));

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/u);

async function renderTable(
  { columns, rows }: Extract<DocumentPart, { kind: 'table' }>,
  fonts: DocumentFonts,
): Promise<Table> {
  const row = (texts: readonly string[], isHeader: boolean): TableRow => {
    for (const text of texts) fonts.add(text);
    return new TableRow({
      tableHeader: isHeader,
      children: texts.map((text) => tableCell(text, isHeader)),
    });
  };
  const all = [row(columns, true)];
  for await (const cells of rows) {
    all.push(
      row(
        cells.map((cell) => String(jsonCell(cell ?? null))),
        false,
      ),
    );
    if (all.length * columns.length > MAX_CELLS) throw tooLarge();
  }
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: isRightToLeft(columns.join(' ')),
    rows: all,
  });
}

function tableCell(text: string, isHeader: boolean): TableCell {
  const style: IRunOptions = isHeader ? { bold: true } : {};
  return new TableCell({
    children: linesOf(text).map((line) => directedParagraph(line, { children: [directedRun(line, style)] })),
  });
}

const tooLarge = (): OutputError =>
  new OutputError('too-large', 'This is too long for one docx file. Use SEPARATE, or txt.');
