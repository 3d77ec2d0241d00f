import {
  Document,
  HeadingLevel,
  Packer,
  Paragraph,
  Table as DocxTable,
  TableCell,
  TableRow as DocxTableRow,
  TextRun,
  WidthType,
  type FileChild,
  type IRunOptions,
} from 'docx';
import { writeFixedZip } from './fixed-zip.js';
import { parseBlocks, type Block, type Span } from './markdown-blocks.js';
import { OutputError } from './output-error.js';
import type { Renderer } from './renderer.js';
import type { OutputResult } from './result.js';
import type { Table } from './table.js';
import { dropUnsayable } from './xml-text.js';
import { readZip } from './read-zip.js';

/** A document is held whole while it is made, at many times its text's size. */
const MAX_CHARACTERS = 10_000_000;

/** A Word document: headings, lists, tables and emphasis of the replies' Markdown become Word's own. */
export const docxRenderer: Renderer = {
  all: (table) => renderDocument(table, titledReply),
  single: (table) => renderDocument(table, (result) => replyBlocks(result)),
};

async function* renderDocument(
  table: Table,
  renderResult: (result: OutputResult, trackNames: readonly string[]) => FileChild[],
): AsyncGenerator<Uint8Array> {
  const children: FileChild[] = [];
  let characters = 0;
  for await (const { result } of table.rows()) {
    characters += result.reply.length;
    if (characters > MAX_CHARACTERS) {
      throw new OutputError('too-large', 'The replies are too long for one docx file. Use SEPARATE, or txt.');
    }
    // One by one: a spread of very many would overflow the stack.
    for (const child of renderResult(result, table.trackNames)) children.push(child);
  }
  const document = new Document({
    creator: 'Promptwell',
    lastModifiedBy: 'Promptwell',
    styles: STYLES,
    sections: [{ children }],
  });
  yield* writeFixedZip(withFixedDates(await readZip(await Packer.toBuffer(document))));
}

const HEADING_SPACING = { paragraph: { spacing: { before: 240, after: 120 } } };
const STYLES = {
  default: {
    document: { run: { font: 'Calibri', size: 22 } },
    heading1: HEADING_SPACING,
    heading2: HEADING_SPACING,
    heading3: HEADING_SPACING,
  },
};

/** The library writes the present time into the properties; equal content must give equal bytes. */
function withFixedDates(
  parts: { name: string; content: Uint8Array }[],
): { name: string; content: Uint8Array | string }[] {
  return parts.map(({ name, content }) =>
    name === 'docProps/core.xml'
      ? {
          name,
          content: Buffer.from(content)
            .toString()
            .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '1980-01-01T00:00:00Z'),
        }
      : { name, content },
  );
}

function titledReply(result: OutputResult, trackNames: readonly string[]): FileChild[] {
  const title = dropUnsayable(`${result.number}. ${result.label}`);
  const tracked = trackNames.map((name, index) => plainParagraph(`${name}: ${result.tracked[index] ?? ''}`));
  return [
    new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
    ...tracked,
    ...replyBlocks(result),
  ];
}

function replyBlocks(result: OutputResult): FileChild[] {
  return parseBlocks(result.reply).flatMap(renderBlock);
}

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
/** Word measures indents in twentieths of a point. */
const INDENT = 360;

function renderBlock(block: Block): FileChild[] {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_6,
          children: runs(block.spans),
        }),
      ];
    case 'bullet':
      return [new Paragraph({ bullet: { level: block.level }, children: runs(block.spans) })];
    case 'numbered': {
      const left = (block.level + 2) * INDENT;
      const marker = new TextRun(`${block.marker} `);
      return [new Paragraph({ indent: { left, hanging: INDENT }, children: [marker, ...runs(block.spans)] })];
    }
    case 'paragraph':
      return [new Paragraph({ spacing: { after: 120 }, children: runs(block.spans) })];
    case 'code':
      return block.lines.map((text) => new Paragraph({ children: runs([{ text, style: 'code' }]) }));
    case 'table':
      return [renderTable(block.rows)];
  }
}

function renderTable(rows: readonly (readonly (readonly Span[])[])[]): DocxTable {
  const width = { size: 100, type: WidthType.PERCENTAGE };
  const renderCell = (spans: readonly Span[]): TableCell =>
    new TableCell({ children: [new Paragraph({ children: runs(spans) })] });
  return new DocxTable({
    width,
    rows: rows.map((cells) => new DocxTableRow({ children: cells.map(renderCell) })),
  });
}

function plainParagraph(text: string): Paragraph {
  return new Paragraph({ children: runs([{ text, style: 'plain' }]) });
}

function runs(spans: readonly Span[]): TextRun[] {
  return spans.map(({ text, style }) => {
    const clean = dropUnsayable(text);
    const options: IRunOptions =
      style === 'code'
        ? { text: clean, font: 'Consolas' }
        : { text: clean, bold: style === 'bold', italics: style === 'italic' };
    return new TextRun(options);
  });
}
