import type { Attachment, Picture } from './attachment';
import { convertOnServer, readOnServer } from './document-api';
import { readImage } from './images';
import { hasPages, MAX_PAGE_IMAGES } from './limits';

export interface OcrSettings {
  /** Use OCR for files without text. */
  ifEmpty: boolean;
  /** Codes of languages, separated by commas. */
  langs: string;
}

type Found = Partial<
  Pick<
    Attachment,
    | 'text'
    | 'pictures'
    | 'pageCount'
    | 'ocrUsed'
    | 'ocr'
    | 'notice'
    | 'attached'
    | 'useVision'
    | 'useExtract'
    | 'durationSec'
    | 'encodingChoice'
  >
>;

/**
 * Reads a file of any kind.
 * @throws Error with a message that names the file
 */
export async function readFile(
  { file, name, kind, pages, encoding }: Pick<Attachment, 'file' | 'name' | 'kind' | 'pages' | 'encoding'>,
  ocr: OcrSettings,
  { withPictures = false }: { withPictures?: boolean } = {},
): Promise<Found> {
  switch (kind) {
    case 'text':
      return readText(file, encoding);
    case 'audio': {
      // An existing transcript was paid for, so it is kept.
      const { audioFacts } = await import('@promptwell/documents/audio-facts');
      const { durationSec } = await audioFacts(name, new Uint8Array(await file.arrayBuffer()));
      return { durationSec };
    }
    case 'document': {
      const { text, notice } = await readOnServer(file);
      return { text, notice: notice ?? undefined };
    }
    case 'mail': {
      const { readAttachedFiles } = await import('./mail-files');
      const [{ text, notice }, attached] = await Promise.all([readOnServer(file), readAttachedFiles(file)]);
      return { text, notice: notice ?? undefined, attached };
    }
    case 'tiff':
      return readTiff({ file, name, pages }, ocr);
    case 'pdf': {
      const { readPdf } = await import('./read-pdf');
      const found = await readPdf(file, { pages, withPictures });
      const { isScan } = found;
      const byOcr = isScan && ocr.ifEmpty ? await readByOcr({ file, pages, kind }, ocr.langs) : {};
      return { ...found, ocrUsed: false, useVision: isScan || withPictures, useExtract: true, ...byOcr };
    }
    case 'heic':
    case 'image': {
      const picture = await readImage(kind === 'heic' ? await convertOnServer(file) : file, name);
      const byOcr = ocr.ifEmpty ? await readByOcr({ file, kind }, ocr.langs) : {};
      return { pictures: [picture], text: '', useVision: true, ...byOcr };
    }
  }
}

/** The first pages as images, which browsers can't decode. */
async function readTiff(
  { file, name, pages }: Pick<Attachment, 'file' | 'name' | 'pages'>,
  ocr: OcrSettings,
): Promise<Found> {
  const { pageCount } = await readOnServer(file, { pages });
  const from = Math.min(pages?.from ?? 1, pageCount);
  const to = Math.min(pages?.to ?? pageCount, pageCount, from + MAX_PAGE_IMAGES - 1);
  const pictures: Picture[] = [];
  for (let page = from; page <= to; page += 1)
    pictures.push(await readImage(await convertOnServer(file, page), name));
  const byOcr = ocr.ifEmpty ? await readByOcr({ file, pages, kind: 'tiff' }, ocr.langs) : {};
  return { pageCount, pictures, text: '', useVision: true, ...byOcr };
}

/**
 * Extracts text with the server's OCR. A picture says more than its text, so both are sent; pages are only sent as text
 * then.
 */
export async function readByOcr(
  { file, pages, kind }: Pick<Attachment, 'file' | 'pages' | 'kind'>,
  langs: string,
): Promise<Found> {
  const { text, ocrUsed, ocr, notice } = await readOnServer(file, { ocr: true, langs, pages });
  const how = { ocrUsed, ocr, notice: notice ?? undefined };
  if (text.trim() === '') return { text: '', ...how };
  return { text, useExtract: true, ...how, ...(hasPages(kind) && { useVision: false }) };
}

/** Decodes UTF-8 in the browser; other encodings and HTML are read by the server. */
async function readText(file: File, encoding: string | undefined): Promise<Found> {
  const isPage = /\.html?$/i.test(file.name);
  if (!isPage && encoding === undefined) {
    const text = await decodeUtf8(file);
    if (text !== undefined) return { text, encodingChoice: undefined };
  }
  const read = await readOnServer(file, { encoding });
  return { text: read.text, encodingChoice: read.encoding };
}

async function decodeUtf8(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text.replace(/\r\n?/g, '\n');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}
