import mammoth from 'mammoth';
import { DocumentError } from '../document-error.js';
import { MAX_UNPACKED_BYTES } from '../limits.js';
import { checkZip, ZipError } from '../zip-size.js';

export interface DocxText {
  readonly text: string;
  readonly hasImages: boolean;
}

/**
 * The text of a Word document: one line per paragraph, separated by empty lines; table rows as lines with cells
 * separated by tabs, and notes at the end.
 * @throws DocumentError `too-large` (when unpacked), `damaged`.
 */
export async function readDocx(name: string, bytes: Uint8Array): Promise<DocxText> {
  try {
    const pieces = new Map<string, Buffer[]>();
    const entries = await checkZip(bytes, MAX_UNPACKED_BYTES, (name, piece) => {
      if (!/\.(?:xml|rels)$/.test(name)) return;
      const earlier = pieces.get(name);
      if (earlier) earlier.push(piece);
      else pieces.set(name, [piece]);
    });
    // Word on the web and SharePoint name it document2.xml, and so on.
    if (!entries.some((entry) => /^word\/document\d*\.xml$/.test(entry))) throw new ZipError('invalid');
    const document = await parse({
      exists: (name) => entries.includes(name),
      read: (name) => {
        const text = new TextDecoder().decode(Buffer.concat(pieces.get(name) ?? []));
        return Promise.resolve(text.replace(SIMPLE_FIELD, ''));
      },
    });
    return textOfDocument(document);
  } catch (error) {
    if (error instanceof ZipError && error.problem === 'too-large') {
      throw new DocumentError('too-large', `${name} is too large: it unpacks to over 100 MB.`, {
        cause: error,
      });
    }
    throw new DocumentError('damaged', `${name} is damaged or not a Word document.`, { cause: error });
  }
}

/** An element of a document, as parsed by mammoth, whose own raw text omits line breaks, table rows and notes. */
interface Part {
  type: string;
  children?: Part[];
  /** Of text. */
  value?: string;
  /** Of a check box. */
  checked?: boolean;
  /** Of a cell. */
  colSpan?: number;
  rowSpan?: number;
}

interface WordDocument extends Part {
  notes: { resolve(reference: Part): { body: Part[] } | null };
}

/** Mammoth's unzipped file: its parts by name. */
interface Archive {
  exists: (name: string) => boolean;
  read: (name: string) => Promise<string>;
}

/**
 * A template's content control, or the number of a figure. Mammoth drops the displayed text of these, so it is
 * extracted here.
 */
const SIMPLE_FIELD = /<\/?w:fldSimple\b(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g;

async function parse(file: Archive): Promise<WordDocument> {
  let parsed: WordDocument | undefined;
  await mammoth.convertToHtml(
    { file } as unknown as { buffer: Buffer }, // missing in its types
    {
      // Extracts only the text: images are ignored.
      transformDocument: (document: WordDocument) => {
        parsed = document;
        return { ...document, children: [] };
      },
    },
  );
  if (!parsed) throw new ZipError('invalid');
  return parsed;
}

function textOfDocument(document: WordDocument): DocxText {
  const notes: string[] = [];
  let hasImages = false;
  const textOfAll = (parts: Part[] = []): string => parts.map(textOf).join('');
  function textOf(part: Part): string {
    switch (part.type) {
      case 'text':
        return part.value ?? '';
      case 'tab':
        return '\t';
      case 'break':
        return '\n';
      case 'image':
        hasImages = true;
        return '';
      case 'checkbox':
        return part.checked ? '☒' : '☐';
      case 'noteReference': {
        const number = notes.push('');
        notes[number - 1] = textOfAll(document.notes.resolve(part)?.body).trim();
        return `[${number}]`;
      }
      case 'paragraph':
        return `${textOfAll(part.children)}\n\n`;
      case 'table':
        return `${textOfAll(withEmptyCells(part.children ?? []))}\n`;
      case 'tableRow':
        return rowText(part.children ?? []);
      default:
        return textOfAll(part.children);
    }
  }
  /** Cells with several lines, such as the columns of a layout table, are on lines of their own. */
  function rowText(cells: Part[]): string {
    const texts = cells.map((cell) => textOfAll(cell.children).trim());
    if (texts.some((text) => text.includes('\n'))) return texts.map((text) => `${text}\n\n`).join('');
    const line = texts.map((text, index) => text + '\t'.repeat(cells[index]?.colSpan ?? 1)).join('');
    return `${line.trimEnd()}\n`;
  }
  const text = textOfAll(document.children);
  return { text: text + notes.map((note, index) => `[${index + 1}] ${note}\n\n`).join(''), hasImages };
}

/**
 * The rows of a table, with an empty cell for each position spanned from above, so that the others keep their columns.
 */
function withEmptyCells(rows: readonly Part[]): Part[] {
  const rowsLeft: number[] = []; // of the cell in each column
  return rows.map((row) => {
    if (row.type !== 'tableRow') return row;
    const cells: Part[] = [];
    let column = 0;
    const passReaching = (): void => {
      for (let left = rowsLeft[column] ?? 0; left > 0; left = rowsLeft[column] ?? 0) {
        cells.push({ type: 'tableCell' });
        rowsLeft[column] = left - 1;
        column += 1;
      }
    };
    for (const cell of row.children ?? []) {
      passReaching();
      cells.push(cell);
      const end = column + (cell.colSpan ?? 1);
      for (; column < end; column += 1) rowsLeft[column] = (cell.rowSpan ?? 1) - 1;
    }
    passReaching();
    return { ...row, children: cells };
  });
}
