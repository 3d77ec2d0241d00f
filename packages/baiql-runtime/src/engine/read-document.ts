import { canBeReadByOcr, DocumentError, type DocumentReader, type PageText } from '@promptwell/documents';
import type { TextAnswer, TextRequest } from '../worker/protocol.js';

/** A document's text, or the sentence that says why there is none. */
export async function readDocument(
  documents: DocumentReader,
  { realPath, name, ocr, languages }: TextRequest,
  signal: AbortSignal,
): Promise<TextAnswer> {
  try {
    const { perPage } = await documents.read(realPath, { name, ocr, langs: languages, signal });
    return { text: perPage.map(textOfPage).join('\n\n') };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const isOcrOff = error.code === 'no-text' && !ocr && canBeReadByOcr(name);
    return {
      failure: isOcrOff
        ? `${name} has no text of its own. SET OCR_IF_EMPTY = ON reads scanned pages and images.`
        : error.message,
    };
  }
}

/** A scanned page among typed ones is named, so that nobody takes the others for the whole document. */
function textOfPage({ page, text }: PageText): string {
  return text === '' ? `[Page ${page} has no text.]` : text;
}

/** The first row of a workbook; null when it cannot be read, which a run says better than a check. */
export async function readHeader(
  documents: DocumentReader,
  { realPath, name }: { realPath: string; name: string },
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  try {
    const [header = []] = await documents.readSheetRows(realPath, 1, { name, signal });
    return header;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return null;
  }
}
