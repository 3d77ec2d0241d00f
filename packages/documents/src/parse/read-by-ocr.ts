import type { Canvas } from '@napi-rs/canvas';
import type { PageText } from '../protocol.js';
import { recognizeText } from './ocr.js';

/** Below this mean confidence, what OCR found is mostly not what is written. */
export const MIN_CONFIDENCE = 60;

/** The languages in which the pages of a document are read: the chosen ones, or those that its script asks for. */
export interface OcrSession {
  langs: readonly string[];
}

/** Reads an image as one page of a document. The text stays empty if OCR is unsure of it. @throws DocumentError */
export async function readByOcr(
  { name, page }: { name: string; page: number },
  canvas: Canvas,
  session: OcrSession,
): Promise<PageText> {
  const { text, confidence, langs } = await recognizeText(name, canvas, session.langs);
  // The next page is probably in the same script.
  session.langs = langs;
  return { page, text: confidence < MIN_CONFIDENCE ? '' : text, ocrUsed: true, confidence, langs };
}
