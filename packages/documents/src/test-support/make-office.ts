import { makeZip } from './make-documents.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGING = 'http://schemas.openxmlformats.org/package/2006';
const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const SLIDE = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${DRAWING}`;

/** A slide's shapes, notes, and whether it is hidden. */
export interface SlideParts {
  readonly shapes: string;
  readonly notes?: string;
  readonly isHidden?: boolean;
}

const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');

/** A shape with lines of text; a placeholder of this type, or a text box. */
export const makeShape = (lines: readonly string[], placeholder?: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs(lines)}</p:txBody></p:sp>`;

export const makeSlideTable = (rows: readonly (readonly string[])[]): string =>
  `<p:graphicFrame><a:tbl>${rows.map((row) => `<a:tr>${row.map((text) => `<a:tc><a:txBody>${paragraphs([text])}</a:txBody></a:tc>`).join('')}</a:tr>`).join('')}</a:tbl></p:graphicFrame>`;

const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGING}/relationships">${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** A presentation of these slides, whose files are numbered the other way round. */
export function makePresentation(slides: readonly SlideParts[]): Promise<Buffer> {
  const numberOf = (index: number): number => slides.length - index;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`);
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGING}/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`,
    'ppt/presentation.xml': `<p:presentation ${SLIDE} xmlns:r="${OFFICE}"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => [`r${index}`, 'slide', `slides/slide${numberOf(index)}.xml`]),
    ),
  };
  for (const [index, { shapes, notes, isHidden = false }] of slides.entries()) {
    const number = numberOf(index);
    parts[`ppt/slides/slide${number}.xml`] =
      `<p:sld ${SLIDE}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships([
      ['n1', 'notesSlide', `../notesSlides/notesSlide${number}.xml`],
    ]);
    parts[`ppt/notesSlides/notesSlide${number}.xml`] =
      `<p:notes ${SLIDE}>${makeShape(['12'], 'sldNum')}${makeShape([notes], 'body')}</p:notes>`;
  }
  return makeZip(parts);
}

const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
  'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ' +
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';

type OpenDocumentKind = 'text' | 'spreadsheet';

/** An OpenDocument file with this body, and other parts. */
export const makeOpenDocument = (
  kind: OpenDocumentKind,
  body: string,
  { styles = '', ...others }: { styles?: string } & Record<string, string> = {},
): Promise<Buffer> =>
  makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...others,
  });

/** Parts of styles.xml, such as the headers of pages. */
export const makeOpenStyles = (content: string): string =>
  `<office:document-styles ${NAMESPACES}>${content}</office:document-styles>`;

/** An OpenDocument file whose parts are encrypted. */
export const makeLockedOpenDocument = (kind: OpenDocumentKind): Promise<Buffer> =>
  makeOpenDocument(kind, '', {
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
  });

/** A book of these chapters, of which the last is the first of its files. */
export function makeBook(chapters: readonly string[], others: Record<string, string> = {}): Promise<Buffer> {
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="text/${chapters.length - index}%20.xhtml"/>`,
  );
  const refs = chapters.map((_, index) => `<itemref idref="c${index}"/>`);
  const files = chapters.map((body, index): [string, string] => [
    `OPS/text/${chapters.length - index} .xhtml`,
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
  ]);
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': `<package><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
    ...Object.fromEntries(files),
    ...others,
  });
}

const SECTOR_BYTES = 512;
const ENTRY_BYTES = 128;

/** An OLE compound file, as old Office files and new ones with a password are, with streams of these names. */
export function makeCompoundFile(streams: readonly string[]): Buffer {
  const file = Buffer.alloc(SECTOR_BYTES * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  for (const [index, name] of ['Root Entry', ...streams].entries()) {
    const at = SECTOR_BYTES + index * ENTRY_BYTES;
    file.write(`${name}\0`, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
  }
  return file;
}

/** A TIFF of black and white pages, uncompressed (TIFF 6.0). */
export function makeTiff(
  pages: readonly { width: number; height: number; data: Uint8ClampedArray }[],
  { loops = false } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from('49492a0000000000', 'hex')];
  let length = 8;
  const links: { part: Buffer; at: number }[] = [{ part: parts[0] ?? Buffer.alloc(8), at: 4 }];
  const directories: number[] = [];
  for (const { width, height, data } of pages) {
    const gray = Buffer.alloc(width * height + ((width * height) % 2));
    for (let at = 0; at < width * height; at += 1) gray[at] = data[at * 4] ?? 0;
    const strip = length;
    parts.push(gray);
    length += gray.length;
    const entries: [tag: number, value: number][] = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, strip],
      [277, 1],
      [278, height],
      [279, width * height],
    ];
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length);
    for (const [index, [tag, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + index * 12);
      directory.writeUInt16LE(4, 4 + index * 12);
      directory.writeUInt32LE(1, 6 + index * 12);
      directory.writeUInt32LE(value, 10 + index * 12);
    }
    const { part, at } = links.at(-1) ?? { part: Buffer.alloc(4), at: 0 };
    part.writeUInt32LE(length, at);
    directories.push(length);
    links.push({ part: directory, at: directory.length - 4 });
    parts.push(directory);
    length += directory.length;
  }
  const last = links.at(-1);
  if (loops && last) last.part.writeUInt32LE(directories[0] ?? 0, last.at);
  return Buffer.concat(parts);
}

/** A bitmap of 24 bits a pixel. */
export function makeBitmap({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + rowBytes * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        file[54 + (height - 1 - y) * rowBytes + x * 3 + channel] =
          data[(y * width + x) * 4 + 2 - channel] ?? 0;
  return file;
}
