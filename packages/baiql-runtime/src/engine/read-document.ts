import {
  canBeReadByOcr,
  DocumentError,
  type DocumentReader,
  type PageText,
  type WorkbookStart,
} from '@promptwell/documents';
import type { TextAnswer, TextRequest } from '../worker/protocol.js';

/** A document's text, or a message that says why it has none. */
export async function readDocument(
  documents: DocumentReader,
  { realPath, name, ocr, languages, pageMarks, encoding }: TextRequest,
  signal: AbortSignal,
): Promise<TextAnswer> {
  const canUseOcr = canBeReadByOcr(name);
  try {
    const read = { name, ocr, langs: languages, signal, acceptEmpty: !ocr && canUseOcr };
    const writtenIn = encoding === undefined ? {} : { encoding };
    const { perPage, guess, notice } = await documents.read(realPath, { ...read, ...writtenIn });
    const emptyPages = canUseOcr ? perPage.filter(({ text }) => text === '').length : 0;
    const remarks = [guess, notice].filter((remark) => remark !== undefined);
    const counted = {
      ...(emptyPages === 0 ? {} : { emptyPages }),
      ...(remarks.length === 0 ? {} : { guess: remarks.join(' ') }),
    };
    if (emptyPages === perPage.length) return { failure: notice ?? needsOcr(name), ...counted };
    const hasMarks = pageMarks && /\.(?:pdf|tiff?)$/iu.test(name);
    return { text: perPage.map((page) => textOfPage(page, hasMarks)).join('\n\n'), ...counted };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { failure: error.message };
  }
}

const needsOcr = (name: string): string =>
  `${name} has no text of its own. SET OCR_IF_EMPTY = ON reads scanned pages and images.`;

/** Names scanned pages among text pages, since the text does not cover the whole document. */
function textOfPage({ page, text }: PageText, hasMarks: boolean): string {
  if (text === '') return `[Page ${page} has no text.]`;
  return hasMarks ? `[Page ${page}]\n${text}` : text;
}

/** Rows of a table among which a check finds its header. */
const FIRST_ROWS = 20;

/** How a workbook begins; null when it cannot be read, which a run says better than a check. */
export async function readHeader(
  documents: DocumentReader,
  { realPath, name }: { realPath: string; name: string },
  signal: AbortSignal,
): Promise<WorkbookStart | null> {
  try {
    return await documents.readSheetStart(realPath, FIRST_ROWS, { name, signal });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return null;
  }
}
