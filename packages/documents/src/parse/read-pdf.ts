import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import {
  getDocument,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../document-error.js';
import type { PageText, ReadOptions } from '../protocol.js';
import { recognizeText } from './ocr.js';
import { pdfPageText } from './pdf-text.js';
import { toPng } from './image.js';

/** Callbacks and options for reading. */
export interface PdfContext {
  readonly name: string;
  readonly langs: readonly string[];
  /** Called after each page. */
  onProgress(): void;
}

type BrowserCanvas = Parameters<PDFPageProxy['render']>[0]['canvas'];

const LONGEST_SIDE_PIXELS = 3_000;

/**
 * The text of a PDF, page by page; pages without a text layer by OCR, if requested.
 * @throws DocumentError `encrypted`, `damaged`.
 */
export async function readPdf(
  bytes: Uint8Array,
  options: ReadOptions,
  context: PdfContext,
): Promise<{ pageCount: number; pages: PageText[] }> {
  const document = await openPdf(bytes, context.name);
  try {
    const pages: PageText[] = [];
    let ocrPagesLeft = options.ocr === true ? (options.maxOcrPages ?? Infinity) : 0;
    const { from, to } = options.pages ?? { from: 1, to: document.numPages };
    const end = Math.min(to, document.numPages, from - 1 + (options.maxPages ?? Infinity));
    for (let number = from; number <= end; number += 1) {
      const page = await openPage(document, number, context.name);
      let text = await pdfPageText(page);
      const ocrUsed = text === '' && ocrPagesLeft > 0;
      if (ocrUsed) {
        ocrPagesLeft -= 1;
        text = await recognizeText(context.name, await renderPage(page, LONGEST_SIDE_PIXELS), context.langs);
      }
      pages.push({ page: number, text, ocrUsed });
      page.cleanup();
      context.onProgress();
    }
    return { pageCount: document.numPages, pages };
  } finally {
    await document.destroy();
  }
}

/**
 * One page of a PDF as PNG.
 * @throws DocumentError `encrypted`, `damaged` (also for a missing page).
 */
export async function showPdfPage(
  bytes: Uint8Array,
  name: string,
  page: number,
  maxSide: number,
): Promise<Uint8Array> {
  const document = await openPdf(bytes, name);
  try {
    return await renderPage(await openPage(document, page, name), Math.min(maxSide, LONGEST_SIDE_PIXELS));
  } finally {
    await document.destroy();
  }
}

async function openPdf(bytes: Uint8Array, name: string): Promise<PDFDocumentProxy> {
  const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const folder = (part: string): string => path.join(library, part) + path.sep;
  try {
    return await getDocument({
      data: bytes,
      standardFontDataUrl: folder('standard_fonts'),
      cMapUrl: folder('cmaps'),
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      isEvalSupported: false,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    throw describeFailure(name, error);
  }
}

/** pdf.js identifies its errors by name. */
function describeFailure(name: string, error: unknown): DocumentError {
  if (error instanceof Error && error.name === 'PasswordException') {
    return new DocumentError('encrypted', `${name} is protected by a password.`, { cause: error });
  }
  return new DocumentError('damaged', `${name} is damaged or not a PDF.`, { cause: error });
}

async function openPage(document: PDFDocumentProxy, number: number, name: string): Promise<PDFPageProxy> {
  try {
    return await document.getPage(number);
  } catch (error) {
    throw describeFailure(name, error);
  }
}

/** A page as PNG at twice its size (144 dpi, which suits OCR), within limits. */
async function renderPage(page: PDFPageProxy, maxSide: number): Promise<Uint8Array> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(2, maxSide / Math.max(natural.width, natural.height));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(
    Math.max(1, Math.ceil(viewport.width)),
    Math.max(1, Math.ceil(viewport.height)),
  );
  // pdf.js is typed for the browser's canvas; this one has the same methods.
  await page.render({ canvas: canvas as unknown as BrowserCanvas, viewport }).promise;
  return toPng(canvas);
}
