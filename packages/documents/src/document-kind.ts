import { DocumentError } from './document-error.js';

/** How a file is read. */
export type DocumentKind = 'text' | 'html' | 'docx' | 'pdf' | 'picture' | 'heic';

// A map, for an extension may be `constructor`.
const KIND_BY_EXTENSION: ReadonlyMap<string, DocumentKind> = new Map(
  Object.entries({
    txt: 'text',
    md: 'text',
    csv: 'text',
    json: 'text',
    html: 'html',
    htm: 'html',
    docx: 'docx',
    pdf: 'pdf',
    png: 'picture',
    jpg: 'picture',
    jpeg: 'picture',
    webp: 'picture',
    heic: 'heic',
    heif: 'heic',
  } as const),
);

/** The extensions of files that can be read, without dot. */
export const READABLE_EXTENSIONS: readonly string[] = [...KIND_BY_EXTENSION.keys()];

/** How a file of this name is read; null when it is not. */
export function kindOfName(name: string): DocumentKind | null {
  const dot = name.lastIndexOf('.');
  return dot < 1 ? null : (KIND_BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

/** Whether OCR finds text in what a file of this name shows. */
export function canBeReadByOcr(name: string): boolean {
  const kind = kindOfName(name);
  return kind === 'pdf' || kind === 'picture' || kind === 'heic';
}

/** A name whose kind of file is not read. */
export function unsupported(name: string): DocumentError {
  return new DocumentError('unsupported', `${name} cannot be read: its kind of file is not supported.`);
}
