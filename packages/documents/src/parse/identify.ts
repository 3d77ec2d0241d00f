import { fileTypeFromBuffer } from 'file-type';
import { compoundContent } from '../compound-file.js';
import { DocumentError } from '../document-error.js';
import { kindOfName, unsupported, type DocumentKind } from '../document-kind.js';
import { decodeText } from '../encoding/text-encoding.js';
import { protectedError } from './zip-parts.js';

/** Formats that can be recognized by content, by the detector's names. */
const NAMES: Readonly<Record<DocumentKind, string>> = {
  docx: 'docx docm dotx dotm',
  slides: 'pptx pptm ppsx ppsm potx potm',
  sheet: 'xlsx xlsm xltx xltm',
  odt: 'odt ott',
  ods: 'ods ots',
  epub: 'epub',
  pdf: 'pdf',
  rtf: 'rtf',
  picture: 'png apng jpg webp gif bmp avif',
  heic: 'heic heif',
  tiff: 'tif',
  // Neither has a signature except one that texts may begin with.
  text: 'xml',
  html: 'html',
  mail: '',
};
const KIND_BY_CONTENT: ReadonlyMap<string, DocumentKind> = new Map(
  (Object.keys(NAMES) as DocumentKind[]).flatMap((kind) =>
    NAMES[kind].split(' ').map((name) => [name, kind] as const),
  ),
);

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
    throw describeUnrecognized(name, named, bytes);
  }
  if (isTextual(named) && !OF_PLAIN_TEXT.has(content) && isPlainText(bytes)) return named;
  const shown = KIND_BY_CONTENT.get(content);
  if (shown === named || (shown === 'text' && named === 'html')) return named;
  if (isPicture(shown) && isPicture(named)) return shown;
  // The detector knows only the beginning of a file.
  if (ZIPPED.has(named) && content === 'zip') return named;
  if (content === 'cfb') throw describeCompound(name, named, bytes);
  const rename = shown === undefined ? '' : ` Rename it to end in .${content} to read it.`;
  throw mismatch(name, named, `its content is of type ${content}.${rename}`);
}

const ZIPPED: ReadonlySet<DocumentKind> = new Set(['docx', 'slides', 'sheet', 'odt', 'ods', 'epub']);

const DESCRIPTIONS: Readonly<Record<DocumentKind, string>> = {
  text: 'a text',
  html: 'a web page',
  rtf: 'an RTF document',
  mail: 'an email',
  docx: 'a Word document',
  odt: 'an OpenDocument text',
  slides: 'a PowerPoint presentation',
  sheet: 'an Excel workbook',
  ods: 'an OpenDocument spreadsheet',
  epub: 'an EPUB book',
  pdf: 'a PDF',
  picture: 'a picture',
  heic: 'a HEIC picture',
  tiff: 'a TIFF picture',
};

const mismatch = (name: string, named: DocumentKind, but: string): DocumentError =>
  new DocumentError('mismatch', `${name} is not ${DESCRIPTIONS[named]}: ${but}`);

/** Content that the detector doesn't know: text, or the rest of a broken file. */
function describeUnrecognized(name: string, named: DocumentKind, bytes: Uint8Array): DocumentError {
  if (!isPlainText(bytes) || decodeText(bytes) === null)
    return new DocumentError('damaged', `${name} is damaged: its content is not ${DESCRIPTIONS[named]}.`);
  const beginning = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const isPage = /<(?:html|table|body|!doctype html)/iu.test(beginning);
  return mismatch(
    name,
    named,
    `its content is ${isPage ? 'a web page' : 'plain text'}. Rename it to end in .${isPage ? 'html' : 'txt'} to read it.`,
  );
}

const OLD_FORMATS = { doc: 'docx', xls: 'xlsx', ppt: 'pptx' } as const;

/** What is in the container of old documents, which new ones with a password have too. */
function describeCompound(name: string, named: DocumentKind, bytes: Uint8Array): DocumentError {
  const content = compoundContent(bytes);
  switch (content) {
    case 'encrypted':
      return protectedError(name);
    case 'doc':
    case 'xls':
    case 'ppt':
      return mismatch(
        name,
        named,
        `it is in the old .${content} format. Save it as .${OLD_FORMATS[content]}.`,
      );
    case 'msg':
      return mismatch(name, named, 'it is an email in Outlook’s .msg format. Save it as .eml.');
    case 'unknown':
    case null:
      return mismatch(name, named, 'its content is of an old format of Office.');
  }
}

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

const isTextual = (kind: DocumentKind): boolean => kind === 'text' || kind === 'html' || kind === 'mail';

const isPicture = (kind: DocumentKind | undefined): kind is 'picture' | 'heic' | 'tiff' =>
  kind === 'picture' || kind === 'heic' || kind === 'tiff';
