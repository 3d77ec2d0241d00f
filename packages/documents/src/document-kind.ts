import { DocumentError } from './document-error.js';

/** The parser for a file. */
export type DocumentKind = 'text' | 'html' | 'docx' | 'sheet' | 'pdf' | 'picture' | 'heic';

// A Map, because an extension may be `constructor`.
const KIND_BY_EXTENSION: ReadonlyMap<string, DocumentKind> = new Map(
  Object.entries({
    txt: 'text',
    md: 'text',
    csv: 'text',
    tsv: 'text',
    json: 'text',
    html: 'html',
    htm: 'html',
    docx: 'docx',
    docm: 'docx',
    dotx: 'docx',
    dotm: 'docx',
    xlsx: 'sheet',
    xlsm: 'sheet',
    pdf: 'pdf',
    png: 'picture',
    jpg: 'picture',
    jpeg: 'picture',
    webp: 'picture',
    heic: 'heic',
    heif: 'heic',
  } as const),
);

/** Extensions of readable files, without dot. */
export const READABLE_EXTENSIONS: readonly string[] = [...KIND_BY_EXTENSION.keys()];

/** The parser for a file name; null if it is not supported. */
export function kindOfName(name: string): DocumentKind | null {
  const dot = name.lastIndexOf('.');
  return dot < 1 ? null : (KIND_BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

/** True if OCR may find text in a file of this name. */
export function canBeReadByOcr(name: string): boolean {
  const kind = kindOfName(name);
  return kind === 'pdf' || kind === 'picture' || kind === 'heic';
}

/** The error for a file name of an unsupported type. */
export function unsupported(name: string): DocumentError {
  return new DocumentError('unsupported', `${name} cannot be read: its kind of file is not supported.`);
}
