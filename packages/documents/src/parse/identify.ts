import { fileTypeFromBuffer } from 'file-type';
import { DocumentError } from '../document-error.js';
import { kindOfName, unsupported, type DocumentKind } from '../document-kind.js';

/** Formats that can be recognized by content. */
const KIND_BY_CONTENT: Readonly<Record<string, DocumentKind>> = {
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  dotm: 'docx',
  xlsx: 'sheet',
  xlsm: 'sheet',
  xltx: 'sheet',
  pdf: 'pdf',
  png: 'picture',
  jpg: 'picture',
  webp: 'picture',
  heic: 'heic',
  heif: 'heic',
  // Neither has a signature except one that texts may begin with.
  xml: 'text',
  html: 'html',
};

/**
 * Determines the parser from the name and the content. Images may have each other's extension, as phones and browsers
 * save them; everything else must match its extension.
 * @throws DocumentError `unsupported`, `mismatch`, `encrypted`, `damaged`.
 */
export async function identify(name: string, bytes: Uint8Array): Promise<DocumentKind> {
  const named = kindOfName(name);
  if (named === null) throw unsupported(name);
  const content = isMarkedText(bytes) && isTextual(named) ? null : await contentType(bytes);
  if (content === null) {
    if (isTextual(named)) return named;
    throw new DocumentError('damaged', `${name} is damaged: its content is not ${DESCRIPTIONS[named]}.`);
  }
  if (isTextual(named) && !OF_PLAIN_TEXT.has(content) && isPlainText(bytes)) return named;
  const shown = KIND_BY_CONTENT[content];
  if (shown === named || (shown === 'text' && named === 'html')) return named;
  if (isPicture(shown) && isPicture(named)) return shown;
  const office = OFFICE[named];
  if (office !== undefined && content === 'zip') return named;
  if (office !== undefined && content === 'cfb') throw lockedError(name, office);
  throw new DocumentError(
    'mismatch',
    `${name} is not ${DESCRIPTIONS[named]}: its content is of type ${content}.`,
  );
}

/** Formats of Office, and the ones before them, whose container a password gives the new ones too. */
const OFFICE: Partial<Record<DocumentKind, { now: string; before: string }>> = {
  docx: { now: '.docx', before: '.doc' },
  sheet: { now: '.xlsx', before: '.xls' },
};

function lockedError(name: string, { now, before }: { now: string; before: string }): DocumentError {
  const message = `${name} is protected by a password, or in the old ${before} format. Save it as ${now} without a password.`;
  return new DocumentError('encrypted', message);
}

const DESCRIPTIONS: Readonly<Record<DocumentKind, string>> = {
  text: 'a text',
  html: 'a web page',
  docx: 'a Word document',
  sheet: 'an Excel workbook',
  pdf: 'a PDF',
  picture: 'a picture',
  heic: 'a HEIC picture',
};

async function contentType(bytes: Uint8Array): Promise<string | null> {
  // Some programs write a few bytes before a PDF's header; readers search the first 1,024.
  if (Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')) return 'pdf';
  const found = await fileTypeFromBuffer(bytes);
  return found?.ext ?? null;
}

/** Formats that may be plain text but are not prose. */
const OF_PLAIN_TEXT: ReadonlySet<string> = new Set(['pdf', 'ps', 'rtf']);

/**
 * Files without the control characters of binary formats. A signature of a few letters is not enough: "The free press"
 * begins like a video, and "BMW" like a bitmap.
 */
function isPlainText(bytes: Uint8Array): boolean {
  return !bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
}

/** Begins with a byte-order mark, which other formats can be mistaken for. */
function isMarkedText(bytes: Uint8Array): boolean {
  const [first, second, third] = bytes;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return utf16 || (first === 0xef && second === 0xbb && third === 0xbf);
}

function isTextual(kind: DocumentKind): kind is 'text' | 'html' {
  return kind === 'text' || kind === 'html';
}

function isPicture(kind: DocumentKind | undefined): kind is 'picture' | 'heic' {
  return kind === 'picture' || kind === 'heic';
}
