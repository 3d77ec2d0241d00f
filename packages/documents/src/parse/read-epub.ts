import { DocumentError } from '../document-error.js';
import { decodeText } from '../encoding/text-encoding.js';
import { ZipError } from '../zip-size.js';
import { readXml } from './docx/xml.js';
import { htmlToText } from './html-text.js';
import { describeZipFailure, resolvePart, unpackParts, type ZipParts } from './zip-parts.js';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';

/**
 * The chapters of a book in the order of its spine.
 * @throws DocumentError `too-large`, `encrypted` for copy protection, `damaged`.
 */
export async function readEpub(name: string, bytes: Uint8Array): Promise<string> {
  try {
    const parts = await unpackParts(bytes, (entry) =>
      /^META-INF\/(?:container|encryption)\.xml$|\.(?:opf|x?html?|xml)$/iu.test(entry),
    );
    const chapters = readSpine(parts);
    const locked = readEncrypted(parts);
    if (chapters.some((chapter) => locked.has(chapter))) throw copyProtected(name);
    return chapters
      .map((chapter) => htmlToText(asHtml(decodeText(parts.bytes(chapter)) ?? '')))
      .filter((text) => text !== '')
      .join('\n\n');
  } catch (error) {
    throw describeZipFailure(name, 'an EPUB book', error);
  }
}

const copyProtected = (name: string): DocumentError =>
  new DocumentError('encrypted', `${name} is copy-protected (DRM): only its own reader can open it.`);

function readSpine(parts: ZipParts): string[] {
  const [book] = valuesOf(parts, CONTAINER, 'rootfile', 'full-path');
  if (book === undefined || !parts.names.includes(book)) throw new ZipError('invalid');
  const items = new Map<string, string>();
  const chapters: string[] = [];
  readXml(parts.text(book), {
    open(tag, attributes) {
      const [name, id] = [localName(tag), attributes('id') ?? ''];
      if (name === 'item') items.set(id, resolvePart(book, decodeAddress(attributes('href') ?? '')));
      else if (name === 'itemref') chapters.push(attributes('idref') ?? '');
    },
  });
  return chapters.flatMap((id) => items.get(id) ?? []);
}

/** Books may obscure their fonts, which is no protection of the text. */
const readEncrypted = (parts: ZipParts): ReadonlySet<string> =>
  new Set(valuesOf(parts, ENCRYPTION, 'CipherReference', 'URI').map(decodeAddress));

function valuesOf(parts: ZipParts, part: string, element: string, attribute: string): string[] {
  const values: string[] = [];
  const xml = parts.text(part);
  if (xml !== '')
    readXml(xml, {
      open(tag, attributes) {
        if (localName(tag) === element) values.push(attributes(attribute) ?? '');
      },
    });
  return values;
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1);

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address.replace(/#.*$/u, ''));
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}

/** Elements that HTML doesn't close: in XHTML, `<title/>` is empty, and in HTML it would hold the rest of the page. */
const asHtml = (xhtml: string): string =>
  xhtml.replace(
    /<(title|script|style|a|p|div|span|td|th|li|i|b|em|h[1-6])((?:\s[^<>]*)?)\/>/giu,
    '<$1$2></$1>',
  );
