import { readFile } from 'node:fs/promises';
import { DocumentError } from '../document-error.js';
import { canBeReadByOcr } from '../document-kind.js';
import { MAX_TEXT_CHARACTERS } from '../limits.js';
import { checkLanguages } from '../ocr-languages.js';
import type { DocumentText, OnProgress, PageText, ReadOptions } from '../protocol.js';
import { decodeBytes } from '../encoding/decode-bytes.js';
import { encodingChoice } from '../encoding/encoding-choice.js';
import { sayEncoding } from '../encoding/say-encoding.js';
import { decodeText, detectText } from '../encoding/text-encoding.js';
import { identify } from './identify.js';
import { describeUnsure, summarizeOcr } from './ocr-result.js';

/** Reads a document's text, in any supported format. Runs in the child process. @throws DocumentError */
export async function readDocument(
  file: { path: string; name: string },
  asked: ReadOptions,
  onProgress: OnProgress,
): Promise<DocumentText> {
  const { name } = file;
  const langs = asked.langs === undefined || asked.langs.length === 0 ? ['eng'] : asked.langs;
  checkLanguages(langs);
  const options = { ...asked, langs };
  const bytes = new Uint8Array(await readFile(file.path));
  if (bytes.length === 0) {
    // Not even OCR finds anything in a PDF or an image of no bytes.
    if (canBeReadByOcr(name)) throw new DocumentError('no-text', `${name} is empty.`);
    return finish(name, onePage(''), options);
  }
  const kind = await identify(name, bytes);
  // Parsers are loaded on demand: together they take seconds and much memory.
  switch (kind) {
    case 'text': {
      const read = finish(name, onePage(decode(name, bytes, options)), options);
      const guess = options.encoding === undefined ? sayEncoding(name, detectText(bytes)) : null;
      const choice = encodingChoice(bytes.subarray(0, MAX_SAMPLE_BYTES), options.encoding);
      return {
        ...read,
        ...(guess === null ? {} : { guess }),
        ...(choice === null ? {} : { encodingChoice: choice }),
      };
    }
    case 'html': {
      const { declaredCharset, htmlToText } = await import('./html-text.js');
      const encoding = options.encoding ?? declaredCharset(bytes);
      const page = decode(name, bytes, { ...options, ...(encoding === null ? {} : { encoding }) });
      return finish(name, onePage(htmlToText(page)), options);
    }
    case 'mail': {
      const { readMail } = await import('./read-mail.js');
      const { text, notices } = await readMail(name, bytes);
      return finish(name, { ...onePage(text), notices }, options);
    }
    case 'rtf': {
      const { readRtf } = await import('./read-rtf.js');
      const { text, ...found } = readRtf(name, bytes);
      return finish(name, { ...onePage(text), ...found }, options);
    }
    case 'docx': {
      const { readDocx } = await import('./read-docx.js');
      const { text, ...found } = await readDocx(name, bytes);
      return finish(name, { ...onePage(text), ...found }, options);
    }
    case 'odt': {
      const { readOdt } = await import('./read-odt.js');
      const { text, ...found } = await readOdt(name, bytes);
      return finish(name, { ...onePage(text), ...found }, options);
    }
    case 'slides': {
      const { readSlides } = await import('./read-slides.js');
      const { text, ...found } = await readSlides(name, bytes);
      return finish(name, { ...onePage(text), ...found }, options);
    }
    case 'epub': {
      const { readEpub } = await import('./read-epub.js');
      return finish(name, onePage(await readEpub(name, bytes)), options);
    }
    case 'sheet':
    case 'ods': {
      const { readWorkbook } = await import('./read-workbook.js');
      const { text, notices } = await readWorkbook(name, Buffer.from(bytes));
      return finish(name, { ...onePage(text), notices }, options);
    }
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.js');
      return finish(name, await readPdf(bytes, options, { name, ocr: { langs }, onProgress }), options);
    }
    case 'tiff': {
      const { readTiff } = await import('./read-tiff.js');
      return finish(name, await readTiff({ name, bytes }, options, { langs }, onProgress), options);
    }
    case 'picture':
    case 'heic': {
      if (options.ocr !== true) return finish(name, onePage(''), options);
      return finish(name, { pages: [await readImage({ name, kind, bytes }, langs, onProgress)] }, options);
    }
  }
}

/** The encodings to choose from are shown by a text's first lines. */
const MAX_SAMPLE_BYTES = 256 * 1024;

async function readImage(
  file: { name: string; kind: 'picture' | 'heic'; bytes: Uint8Array },
  langs: readonly string[],
  onProgress: OnProgress,
): Promise<PageText> {
  const { name, kind, bytes } = file;
  const [{ readByOcr }, { canvasForOcr, OCR_PIXELS, scaleDown }, { decodeHeic }] = await Promise.all([
    import('./read-by-ocr.js'),
    import('./image.js'),
    import('./heic.js'),
  ]);
  const canvas =
    kind === 'heic' ? scaleDown(await decodeHeic(name, bytes), OCR_PIXELS) : await canvasForOcr(name, bytes);
  onProgress('ocr');
  return readByOcr({ name, page: 1 }, canvas, { langs });
}

function onePage(text: string): Found {
  return { pages: [{ page: 1, text: text.replace(/\r\n?/gu, '\n'), ocrUsed: false }] };
}

function decode(name: string, bytes: Uint8Array, { encoding }: ReadOptions): string {
  const text = encoding === undefined ? decodeText(bytes) : decodeBytes(bytes, encoding);
  if (text === null) throw new DocumentError('mismatch', `${name} is not a text: its content is binary.`);
  return text;
}

/** What a parser found in a document. */
interface Found {
  readonly pages: readonly PageText[];
  readonly pageCount?: number;
  readonly hasImages?: boolean;
  /** Sentences on what was not read. */
  readonly notices?: readonly string[];
}

function finish(
  name: string,
  { pages, pageCount = 1, hasImages = false, notices = [] }: Found,
  { acceptEmpty, ocr, langs = [] }: ReadOptions,
): DocumentText {
  const text = pages
    .map((page) => page.text)
    .filter((page) => page !== '')
    .join('\n\n');
  if (text.length > MAX_TEXT_CHARACTERS) {
    throw new DocumentError(
      'too-large',
      `${name} has too much text: over ${MAX_TEXT_CHARACTERS / 1e6} million characters.`,
    );
  }
  const unsure = describeUnsure(name, pages, langs);
  const notice = [...notices, ...(unsure === null ? [] : [unsure])].join(' ');
  if (text.trim() === '' && acceptEmpty !== true) {
    const message = notice === '' ? describeEmpty(name, { ocr, hasImages }) : notice;
    throw new DocumentError('no-text', message);
  }
  return {
    text,
    pageCount,
    perPage: pages,
    ocrUsed: pages.some((page) => page.ocrUsed),
    ocr: summarizeOcr(pages),
    ...(notice === '' ? {} : { notice }),
  };
}

function describeEmpty(
  name: string,
  { ocr, hasImages }: { ocr: boolean | undefined; hasImages: boolean },
): string {
  if (hasImages) return `${name} has images, but no text. Save it as a PDF, which OCR can read.`;
  if (!canBeReadByOcr(name)) return `${name} is empty.`;
  return ocr === true
    ? `${name} has no text, and OCR found none.`
    : `${name} has no text of its own. Turn on OCR to read it.`;
}
