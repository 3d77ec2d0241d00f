import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { formValues } from './pdf/form-values.js';
import { isGarbledText } from './pdf/garbled-text.js';
import { readColumns } from './pdf/page-columns.js';
import { findLines, splitLine } from './pdf/page-lines.js';
import { groupPieces, type Piece } from './pdf/page-pieces.js';
import { xfaText } from './pdf/xfa-text.js';

export interface PdfPageText {
  readonly text: string;
  /** False for a scan, also if something was typed onto it. */
  readonly hasLayer: boolean;
  /** The page has a text layer that isn't what it shows; it is left out. */
  readonly isGarbled: boolean;
}

/**
 * The text of a page as people read it, followed by its filled form fields, text annotations and visible signatures, one
 * per line, which are not part of the text layer. Runs in browsers and on the server.
 */
export async function pdfPageText(page: PDFPageProxy): Promise<PdfPageText> {
  if (page.isPureXfa) {
    const text = await xfaText(page);
    return { text, hasLayer: text !== '', isGarbled: false };
  }
  const groups = groupPieces(await page.getTextContent());
  const layer = groups.map(readGroup).join('\n').trim();
  const isGarbled = isGarbledText(layer);
  const filled = (await formValues(page)).join('\n');
  const parts = isGarbled ? [filled] : [layer, filled];
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    hasLayer: layer !== '' && !isGarbled,
    isGarbled,
  };
}

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;

function readGroup(pieces: readonly Piece[]): string {
  const segments = findLines(pieces).flatMap(splitLine);
  const turned = pieces.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length;
  return readColumns(segments, turned > pieces.length / 2).join('\n');
}

/** What programs show in place of a dynamic form that they don't support. */
const PLACEHOLDER = /^Please wait\.\.\.[\s\S]*PDF viewer/u;

/** Whether a document's text is only the notice that stands in for a dynamic form (XFA). */
export const isXfaPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);
