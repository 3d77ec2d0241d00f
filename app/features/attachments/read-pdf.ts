import { isXfaPlaceholder, pdfPageText } from '@promptwell/documents/pdf-text';
import { MAX_PAGE_IMAGES, MAX_PDF_PAGES } from './limits';
import { readBase64 } from './images';
import type { Picture } from './attachment';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Scale of pages that are sent as images. */
const SCALE = 1.5;
const MAX_SIDE_PIXELS = 2_048;
/** Pages that take longer are malicious or useless. */
const TIMEOUT_MS = 20_000;

export interface PdfContent {
  pageCount: number;
  text: string;
  pictures: Picture[];
  /** None of the pages has a text layer that can be read. */
  isScan: boolean;
  notice?: string | undefined;
}

interface Wanted {
  /** Defaults to the first 20 pages. */
  pages?: { from: number; to: number } | undefined;
  /** Also render pages that have text. */
  withPictures?: boolean;
}

/**
 * Extracts the text of a PDF, at most 20 pages; without text, renders up to 3 pages as images. Runs in a worker that is
 * terminated afterwards.
 * @throws Error with a message that names the file
 */
export async function readPdf(file: File, { pages, withPictures = false }: Wanted): Promise<PdfContent> {
  // Loaded with the first PDF: 150 KB plus the worker.
  const { getDocument, GlobalWorkerOptions, PDFWorker, VerbosityLevel, version } =
    await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = `/pdfjs/${version}`;
  GlobalWorkerOptions.workerSrc = `${folder}/legacy/build/pdf.worker.min.mjs`;
  const worker = PDFWorker.create({});
  const loading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    cMapUrl: `${folder}/cmaps/`,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    isEvalSupported: false,
    enableXfa: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  const timer = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${file.name} took too long to read.`)), TIMEOUT_MS);
  });
  const reading = readPages(loading.promise, { name: file.name, pages, withPictures });
  try {
    return await Promise.race([reading, timer]);
  } catch (error) {
    throw explain(file.name, error);
  } finally {
    reading.catch(() => undefined); // rejects when its worker is destroyed
    worker.destroy();
  }
}

async function readPages(
  loading: Promise<PDFDocumentProxy>,
  { name, pages, withPictures }: Wanted & { name: string },
): Promise<PdfContent> {
  const document = await loading;
  const { numPages: pageCount } = document;
  const from = Math.min(pages?.from ?? 1, pageCount);
  const to = Math.min(pages?.to ?? pageCount, from + MAX_PDF_PAGES - 1, pageCount);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const read = await Promise.all(numbers.map(async (number) => pdfPageText(await document.getPage(number))));
  const text = read
    .map((page) => page.text)
    .filter((page) => page !== '')
    .join('\n\n');
  if (isXfaPlaceholder(text))
    throw new Error(`${name} is a dynamic form (XFA). Print it to a PDF first, and attach that.`);
  const isScan = !read.some(({ hasLayer }) => hasLayer);
  const notice = read.some(({ isGarbled }) => isGarbled) ? describeGarbled(name) : undefined;
  const pictures: Picture[] = [];
  if (isScan || withPictures) {
    for (const number of numbers.slice(0, MAX_PAGE_IMAGES))
      pictures.push(await renderPageToStream(document, number));
  }
  return { pageCount, text, pictures, isScan, notice };
}

const describeGarbled = (name: string): string =>
  `${name} has pages whose text layer is unreadable: the fonts don’t say which letters their shapes are. ` +
  'Read the text with OCR, or send the pages as images.';

async function renderPageToStream(document: PDFDocumentProxy, number: number): Promise<Picture> {
  const page = await document.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(SCALE, MAX_SIDE_PIXELS / Math.max(natural.width, natural.height));
  const viewport = page.getViewport({ scale });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(viewport.width));
  canvas.height = Math.max(1, Math.ceil(viewport.height));
  await page.render({ canvas, viewport }).promise;
  return { base64: await readBase64(await blobOf(canvas)), mimeType: 'image/jpeg' };
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('A page could not be drawn.'))),
      'image/jpeg',
      0.85,
    );
  });

/** pdf.js identifies errors by name. */
function explain(name: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${name} could not be read.`);
  if (error.name === 'PasswordException') {
    return new Error(`${name} is protected by a password. Remove the password and attach it again.`);
  }
  if (error.message.startsWith(name)) return error;
  return new Error(`${name} is damaged or not a PDF.`);
}
