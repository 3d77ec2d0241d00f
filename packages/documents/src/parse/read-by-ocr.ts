import type { Canvas } from '@napi-rs/canvas';
import type { PageText } from '../protocol.js';
import { recognizeText } from './ocr.js';

/** Below this mean confidence, what OCR found is mostly not what is written. */
const MIN_CONFIDENCE = 60;

/** Reads an image as one page of a document. The text stays empty if OCR is unsure of it. @throws DocumentError */
export async function readByOcr(
  { name, page, langs }: { name: string; page: number; langs: readonly string[] },
  canvas: Canvas,
): Promise<PageText> {
  const { text, confidence } = await recognizeText(name, canvas, langs);
  return { page, text: confidence < MIN_CONFIDENCE ? '' : text, ocrUsed: true, confidence };
}
