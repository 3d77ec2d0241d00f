import { Document, HeadingLevel, Packer, Paragraph, type FileChild } from 'docx';
import { writeFixedZip } from './fixed-zip.js';
import { renderMarkdown } from './docx-markdown.js';
import { OutputError } from './output-error.js';
import type { Renderer } from './renderer.js';
import type { OutputResult } from './result.js';
import type { Table } from './table.js';
import { dropUnsayable } from './xml-text.js';
import { readZip } from './read-zip.js';

/** A document is held whole while it is made, at many times its text's size. */
const MAX_CHARACTERS = 10_000_000;

/** A Word document: what the replies' Markdown says becomes Word's own. */
export const docxRenderer: Renderer = {
  all: (table) => renderDocument(table, titledReply),
  single: (table) => renderDocument(table, (result) => renderMarkdown(result.reply)),
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
  yield* writeFixedZip(withFixedValues(await readZip(await Packer.toBuffer(document))));
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

/** The library writes the present time, and ids of its own making; equal content must give equal bytes. */
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

/** Those of links are made of many characters, all others of a few digits. */
const LINK_ID = /(?<=")rId[\w-]{15,}(?=")/gu;

function titledReply(result: OutputResult, trackNames: readonly string[]): FileChild[] {
  const title = dropUnsayable(`${result.number}. ${result.label}`);
  const tracked = trackNames.map(
    (name, index) => new Paragraph(dropUnsayable(`${name}: ${result.tracked[index] ?? ''}`)),
  );
  return [
    new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
    ...tracked,
    ...renderMarkdown(result.reply),
  ];
}
