import { describeForeign } from '@promptwell/documents/document-kind';
import { OCR_LANGUAGE_NAMES } from '@promptwell/documents/ocr-languages';

// Attachment limits. The browser checks them early; the server enforces them before anything is charged.

const MEGABYTE = 1024 * 1024;

/** Pages read from a PDF, and pages sent as images if it has no text. */
export const MAX_PDF_PAGES = 20;
export const MAX_PAGE_IMAGES = 3;
/** Initial values of the page selection. */
export const DEFAULT_PAGES = { from: 1, to: 3 };

const MAX_OCR_LANGUAGES = 4;
const OCR_CODES = Object.keys(OCR_LANGUAGE_NAMES).join('|');
/** Codes of OCR languages, separated by commas. */
export const OCR_LANGUAGES_PATTERN = new RegExp(
  `^(?:${OCR_CODES})(?:,(?:${OCR_CODES})){0,${String(MAX_OCR_LANGUAGES - 1)}}$`,
);
export const OCR_LANGUAGES_PROBLEM = `Use up to ${String(MAX_OCR_LANGUAGES)} of these codes, separated by commas: ${OCR_CODES.replaceAll('|', ', ')}.`;

/** `document`: read by the server. `heic` and `tiff`: images that the server converts. */
export type FileKind = 'pdf' | 'document' | 'mail' | 'text' | 'image' | 'heic' | 'tiff' | 'audio';

const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  pdf: 'pdf',
  document: 'docx docm dotx dotm pptx pptm ppsx ppsm potx potm xlsx xlsm odt ott ods ots rtf epub',
  mail: 'eml',
  text: 'txt md csv tsv json html htm',
  image: 'png jpg jpeg webp gif bmp avif',
  heic: 'heic heif',
  tiff: 'tif tiff',
  audio: 'mp3 m4a wav webm ogg oga opus flac',
};
const KIND_BY_EXTENSION: ReadonlyMap<string, FileKind> = new Map(
  (Object.keys(EXTENSIONS) as FileKind[]).flatMap((kind) =>
    EXTENSIONS[kind].split(' ').map((ending) => [ending, kind] as const),
  ),
);

/** For the `accept` attribute. */
export const ACCEPTED_EXTENSIONS = [...KIND_BY_EXTENSION.keys()].map((ending) => `.${ending}`).join(',');

const KINDS_WITH_IMAGES: ReadonlySet<FileKind> = new Set(['pdf', 'image', 'heic', 'tiff']);
/** Whether files of a kind can be sent as images, and be read by OCR. */
export const hasImages = (kind: FileKind): boolean => KINDS_WITH_IMAGES.has(kind);
/** Whether files of a kind have pages, of which some can be chosen. */
export const hasPages = (kind: FileKind): boolean => kind === 'pdf' || kind === 'tiff';

/** The kind of a file by its extension; the content is checked later. */
export function kindOfFile(name: string): FileKind | undefined {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : KIND_BY_EXTENSION.get(name.slice(dot + 1).toLowerCase());
}

/** The maximum size of a kind, in megabytes. */
const maxMegabytesOf = (kind: FileKind): number => (kind === 'pdf' || kind === 'audio' ? 25 : 20);
export const maxBytesOf = (kind: FileKind): number => maxMegabytesOf(kind) * MEGABYTE;

export const tooLargeMessage = (name: string, kind: FileKind): string =>
  `File too large: ${name} exceeds ${String(maxMegabytesOf(kind))} MB.`;

export const unsupportedMessage = (name: string): string =>
  `${name} can’t be attached: ${describeForeign(name) ?? 'this type of file isn’t supported.'}`;
