import { readFile } from 'node:fs/promises';
import { DocumentError } from '../document-error.js';
import { canBeReadByOcr } from '../document-kind.js';
import { MAX_TEXT_CHARACTERS } from '../limits.js';
import { checkLanguages } from '../ocr-languages.js';
import type { DocumentText, PageText, ReadOptions } from '../protocol.js';
import { decodeBytes } from '../encoding/decode-bytes.js';
import { sayEncoding } from '../encoding/say-encoding.js';
import { decodeText, detectText } from '../encoding/text-encoding.js';
import { identify } from './identify.js';

/** Reads a document's text, in any supported format. Runs in the child process. @throws DocumentError */
export async function readDocument(
  file: { path: string; name: string },
  options: ReadOptions,
  onProgress: () => void,
): Promise<DocumentText> {
  const { name } = file;
  const langs = options.langs === undefined || options.langs.length === 0 ? ['eng'] : options.langs;
  checkLanguages(langs);
  const bytes = new Uint8Array(await readFile(file.path));
  if (bytes.length === 0) {
    // Not even OCR finds anything in a PDF or an image of no bytes.
    if (canBeReadByOcr(name)) throw new DocumentError('no-text', `${name} is empty.`);
    return finish(name, 1, [onePage('')], options);
  }
  const kind = await identify(name, bytes);
  // Parsers are loaded on demand: together they take seconds and much memory.
  switch (kind) {
    case 'text': {
      const read = finish(name, 1, [onePage(decode(name, bytes, options))], options);
      const guess = options.encoding === undefined ? sayEncoding(name, detectText(bytes)) : null;
      return guess === null ? read : { ...read, guess };
    }
    case 'html': {
      const { htmlToText } = await import('./html-text.js');
      return finish(name, 1, [onePage(htmlToText(decode(name, bytes, options)))], options);
    }
    case 'docx': {
      const { readDocx } = await import('./read-docx.js');
      const { text, hasImages } = await readDocx(name, bytes);
      return finish(name, 1, [onePage(text)], options, hasImages);
    }
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.js');
      const { pageCount, pages } = await readPdf(bytes, options, { name, langs, onProgress });
      return finish(name, pageCount, pages, options);
    }
    case 'picture':
    case 'heic':
      return finish(
        name,
        1,
        [await readImage(name, kind, bytes, options.ocr === true ? langs : null)],
        options,
      );
  }
}

async function readImage(
  name: string,
  kind: 'picture' | 'heic',
  bytes: Uint8Array,
  langs: readonly string[] | null,
): Promise<PageText> {
  if (langs === null) return { page: 1, text: '', ocrUsed: false };
  const { recognizeText } = await import('./ocr.js');
  const { imageForOcr } = await import('./image.js');
  const { heicToPng } = await import('./heic.js');
  const picture = kind === 'heic' ? await heicToPng(name, bytes) : await imageForOcr(name, bytes);
  return { page: 1, text: await recognizeText(name, picture, langs), ocrUsed: true };
}

function onePage(text: string): PageText {
  return { page: 1, text: text.replace(/\r\n?/gu, '\n'), ocrUsed: false };
}

function decode(name: string, bytes: Uint8Array, { encoding }: ReadOptions): string {
  const text = encoding === undefined ? decodeText(bytes) : decodeBytes(bytes, encoding);
  if (text === null) throw new DocumentError('mismatch', `${name} is not a text: its content is binary.`);
  return text;
}

function finish(
  name: string,
  pageCount: number,
  perPage: readonly PageText[],
  options: ReadOptions,
  hasImages = false,
): DocumentText {
  const text = perPage
    .map((page) => page.text)
    .filter((page) => page !== '')
    .join('\n\n');
  if (text.length > MAX_TEXT_CHARACTERS) {
    throw new DocumentError(
      'too-large',
      `${name} has too much text: over ${MAX_TEXT_CHARACTERS / 1e6} million characters.`,
    );
  }
  if (text.trim() === '' && options.acceptEmpty !== true)
    throw new DocumentError('no-text', describeEmpty(name, options, hasImages));
  return { text, pageCount, perPage, ocrUsed: perPage.some((page) => page.ocrUsed) };
}

function describeEmpty(name: string, options: ReadOptions, hasImages: boolean): string {
  if (hasImages) return `${name} has images, but no text. Save it as a PDF, which OCR can read.`;
  if (!canBeReadByOcr(name)) return `${name} is empty.`;
  return options.ocr === true
    ? `${name} has no text, and OCR found none.`
    : `${name} has no text of its own. Turn on OCR to read it.`;
}
