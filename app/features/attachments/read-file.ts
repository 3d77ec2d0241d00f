import type { Attachment } from './attachment';
import { convertOnServer, readOnServer } from './document-api';
import type { OcrLanguages } from './limits';
import { readImage } from './images';

export interface OcrSettings {
  /** Use OCR for files without text. */
  ifEmpty: boolean;
  langs: OcrLanguages;
}

type Found = Partial<
  Pick<Attachment, 'text' | 'pictures' | 'pageCount' | 'ocrUsed' | 'useVision' | 'useExtract' | 'durationSec'>
>;

/**
 * Reads a file of any kind.
 * @throws Error with a message that names the file
 */
export async function readFile(
  { file, name, kind, pages }: Pick<Attachment, 'file' | 'name' | 'kind' | 'pages'>,
  ocr: OcrSettings,
  { withPictures = false }: { withPictures?: boolean } = {},
): Promise<Found> {
  switch (kind) {
    case 'text':
      return { text: await readText(file) };
    case 'audio': {
      // An existing transcript was paid for, so it is kept.
      const { audioFacts } = await import('@promptwell/documents/audio-facts');
      const { durationSec } = await audioFacts(name, new Uint8Array(await file.arrayBuffer()));
      return { durationSec };
    }
    case 'docx':
      return { text: (await readOnServer(file)).text };
    case 'pdf': {
      const { readPdf } = await import('./read-pdf');
      const found = await readPdf(file, { pages, withPictures });
      const isScan = found.text.trim() === '';
      const byOcr = isScan && ocr.ifEmpty ? await readByOcr({ file, pages }, ocr.langs) : {};
      return { ...found, ocrUsed: false, useVision: isScan || withPictures, useExtract: true, ...byOcr };
    }
    case 'heic':
    case 'image': {
      const picture = await readImage(kind === 'heic' ? await convertOnServer(file) : file, name);
      const byOcr =
        ocr.ifEmpty && picture.mimeType !== 'image/gif' ? await readByOcr({ file }, ocr.langs) : {};
      return { pictures: [picture], text: '', useVision: true, ...byOcr };
    }
  }
}

/** Extracts text with the server's OCR; if there is any, images aren't sent too. */
export async function readByOcr(
  { file, pages }: Pick<Attachment, 'file' | 'pages'>,
  langs: OcrLanguages,
): Promise<Found> {
  const { text, ocrUsed } = await readOnServer(file, { ocr: true, langs, pages });
  return text.trim() === '' ? { text: '', ocrUsed } : { text, ocrUsed, useExtract: true, useVision: false };
}

/** Decodes UTF-8 in the browser; other encodings and HTML are read by the server. */
async function readText(file: File): Promise<string> {
  const isPage = /\.html?$/i.test(file.name);
  if (isPage) return (await readOnServer(file)).text;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return (await readOnServer(file)).text;
}
