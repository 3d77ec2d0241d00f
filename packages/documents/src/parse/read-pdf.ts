import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import {
  getDocument,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../document-error.js';
import type { OnProgress, PageText, ReadOptions } from '../protocol.js';
import { OCR_PIXELS, toPng } from './image.js';
import { isXfaPlaceholder, pdfPageText } from './pdf-text.js';
import { readByOcr, type OcrSession } from './read-by-ocr.js';
import { protectedError } from './zip-parts.js';

/** Callbacks and options for reading. */
export interface PdfContext {
  readonly name: string;
  readonly ocr: OcrSession;
  onProgress: OnProgress;
}

type BrowserCanvas = Parameters<PDFPageProxy['render']>[0]['canvas'];

const POINTS_AN_INCH = 72;
/** More than this shows no more of most scans. */
const OCR_SCALE = 300 / POINTS_AN_INCH;
/** Previews. */
const SHOWN_SCALE = 2;
const MAX_SHOWN_PIXELS = 3_000;

/**
 * The text of a PDF, page by page; pages without a readable text layer by OCR, if requested.
 * @throws DocumentError `encrypted`, `damaged`.
 */
export async function readPdf(
  bytes: Uint8Array,
  options: ReadOptions,
  { name, ocr, onProgress }: PdfContext,
): Promise<{ pageCount: number; pages: PageText[]; notices: string[] }> {
  const document = await openPdf(bytes, name);
  try {
    const pages: PageText[] = [];
    const garbled: number[] = [];
    let ocrPagesLeft = options.ocr === true ? (options.maxOcrPages ?? Infinity) : 0;
    const { from, to } = options.pages ?? { from: 1, to: document.numPages };
    const end = Math.min(to, document.numPages, from - 1 + (options.maxPages ?? Infinity));
    for (let number = from; number <= end; number += 1) {
      onProgress('parse');
      const page = await openPage(document, number, name);
      const { text, hasLayer, isGarbled } = await pdfPageText(page);
      if (number === 1 && isXfaPlaceholder(text)) throw dynamicForm(name);
      if (hasLayer || ocrPagesLeft <= 0) {
        pages.push({ page: number, text, ocrUsed: false });
        if (isGarbled) garbled.push(number);
      } else {
        ocrPagesLeft -= 1;
        const canvas = await drawPage(page, OCR_SCALE, OCR_PIXELS);
        onProgress('ocr');
        const read = await readByOcr({ name, page: number }, canvas, ocr);
        // What was filled in is drawn too, and read with the rest.
        pages.push(read.text === '' && text !== '' ? { page: number, text, ocrUsed: false } : read);
      }
      page.cleanup();
    }
    const notices = garbled.length === 0 ? [] : [describeGarbled(name, garbled, pages.length)];
    return { pageCount: document.numPages, pages, notices };
  } finally {
    await document.destroy();
  }
}

const dynamicForm = (name: string): DocumentError =>
  new DocumentError('unsupported', `${name} is a dynamic form (XFA). Print it to a PDF first, and use that.`);

function describeGarbled(name: string, pages: readonly number[], pageCount: number): string {
  const numbers = new Intl.ListFormat('en').format(pages.map(String));
  const where = pageCount === 1 ? name : `page${pages.length === 1 ? '' : 's'} ${numbers} of ${name}`;
  return (
    `The text layer of ${where} is unreadable: its fonts don’t say which letters their shapes are. ` +
    'Turn on OCR to read what the page shows.'
  );
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
    const opened = await openPage(document, page, name);
    return toPng(await drawPage(opened, SHOWN_SCALE, Math.min(maxSide, MAX_SHOWN_PIXELS)));
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
      // Dynamic forms, which are nothing but a notice otherwise.
      enableXfa: true,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    throw describeFailure(name, error);
  }
}

/** pdf.js identifies its errors by name. */
function describeFailure(name: string, error: unknown): DocumentError {
  if (error instanceof Error && error.name === 'PasswordException') {
    return protectedError(name, { cause: error });
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

/** Draws a page at a scale, or smaller if its longer side would exceed `maxSide` pixels. */
async function drawPage(page: PDFPageProxy, atMost: number, maxSide: number): Promise<Canvas> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(atMost, maxSide / Math.max(natural.width, natural.height));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(
    Math.max(1, Math.ceil(viewport.width)),
    Math.max(1, Math.ceil(viewport.height)),
  );
  // pdf.js is typed for the browser's canvas; this one has the same methods.
  await page.render({ canvas: canvas as unknown as BrowserCanvas, viewport }).promise;
  return canvas;
}
