import { createRequire } from 'node:module';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';
import yazl from 'yazl';

const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
GlobalFonts.registerFromPath(path.join(library, 'standard_fonts', 'LiberationSans-Regular.ttf'), 'Print');

/** A white picture with large black print. */
export function drawText(text: string, width = 480, height = 120): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  context.font = '48px Print';
  context.fillText(text, 20, 80);
  return canvas;
}

/** A white page with lines of print. */
export function drawLines(
  lines: readonly string[],
  { width, height }: { width: number; height: number },
): Canvas {
  const canvas = drawText('', width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'black';
  context.font = '40px Print';
  for (const [index, line] of lines.entries()) context.fillText(line, 30, 70 + index * 64);
  return canvas;
}

/** An image turned clockwise by quarters. */
export function turnImage(image: Canvas, quarters: 1 | 2 | 3): Canvas {
  const sides = quarters === 2 ? [image.width, image.height] : [image.height, image.width];
  const canvas = createCanvas(sides[0] ?? 1, sides[1] ?? 1);
  const context = canvas.getContext('2d');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(image, -image.width / 2, -image.height / 2);
  return canvas;
}

/** A photo of a text, taken with the camera on its side: how it was held stands in its EXIF, in either byte order. */
export function makeTurnedPhoto(text: string, byteOrder: 'II' | 'MM'): Buffer {
  const upright = drawText(text);
  const canvas = createCanvas(upright.height, upright.width);
  const context = canvas.getContext('2d');
  context.translate(0, upright.width);
  context.rotate(-Math.PI / 2);
  context.drawImage(upright, 0, 0);
  const jpeg = canvas.encodeSync('jpeg', 95);
  // One entry: tag 0x112 (orientation), a short, once, 6 (to be turned right).
  const tiff = byteOrder === 'II' ? '49492a00080000000100' : '4d4d002a000000080001';
  const entry = byteOrder === 'II' ? '120103000100000006000000' : '011200030000000100060000';
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(`${tiff}${entry}00000000`, 'hex')]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** A page of a PDF: lines of text, or a scan of a text. */
export type Page = readonly string[] | { readonly scan: string };

/** A PDF of these pages (PDF 1.4, uncompressed). `locked` asks for a password. */
export function makePdf(pages: readonly Page[], locked = false): Buffer {
  const objects: Buffer[] = [];
  const add = (...parts: (string | Buffer)[]): number =>
    objects.push(Buffer.concat(parts.map((part) => Buffer.from(part))));
  const stream = (dictionary: string, data: string | Buffer): number =>
    add(`<< ${dictionary} /Length ${Buffer.byteLength(data)} >>\nstream\n`, data, '\nendstream');

  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const pageNumbers: number[] = [];
  // The tree of pages comes after them all; its number is known already.
  const treeNumber = 2 + pages.length * 3;
  for (const page of pages) {
    const scan = 'scan' in page ? drawText(page.scan).encodeSync('jpeg', 90) : null;
    const picture =
      scan === null
        ? add('null')
        : stream(
            '/Type /XObject /Subtype /Image /Width 480 /Height 120 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
            scan,
          );
    const lines = 'scan' in page ? [] : page;
    const text = lines.map((line) => `(${line}) Tj T*`).join('\n');
    const content = stream(
      '',
      scan === null ? `BT /F1 12 Tf 14 TL 40 160 Td\n${text}\nET` : 'q 240 0 0 60 20 60 cm /Im1 Do Q',
    );
    const resources = `<< /Font << /F1 ${font} 0 R >> ${scan === null ? '' : `/XObject << /Im1 ${picture} 0 R >>`} >>`;
    pageNumbers.push(
      add(
        `<< /Type /Page /Parent ${treeNumber} 0 R /MediaBox [0 0 300 200] /Resources ${resources} /Contents ${content} 0 R >>`,
      ),
    );
  }
  const kids = pageNumbers.map((number) => `${number} 0 R`).join(' ');
  const tree = add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  const catalog = add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return assemblePdf(objects, `/Root ${catalog} 0 R${locked ? LOCK : ''}`);
}

/** A small PDF with one page on which each of so many forms draws the next one ten times. */
export function makeNestedForms(depth: number): Buffer {
  const form = (number: number): string => {
    const content = number === depth ? 'BT /F1 12 Tf (x) Tj ET' : '/Next Do '.repeat(10);
    const next = `/Resources << /XObject << /Next ${number + 1} 0 R >> >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] ${next} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  const forms = Array.from({ length: depth }, (_, index) => form(index + 1));
  const [content, page, tree] = [depth + 1, depth + 2, depth + 3];
  const objects = [
    ...forms,
    '<< /Length 6 >>\nstream\n/F1 Do\nendstream',
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /F1 1 0 R >> >> /Contents ${content} 0 R >>`,
    `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`,
    `<< /Type /Catalog /Pages ${tree} 0 R >>`,
  ];
  return assemblePdf(
    objects.map((object) => Buffer.from(object)),
    `/Root ${objects.length} 0 R`,
  );
}

/** A Word document with a line break, a table with an empty cell and a footnote. */
export function makeReport(): Promise<Buffer> {
  const paragraph = (runs: string) => `<w:p>${runs}</w:p>`;
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell && run(cell))}</w:tc>`).join('')}</w:tr>`;
  const body = [
    paragraph(`${run('1 Main Street')}<w:r><w:br/></w:r>${run('Springfield')}`),
    `<w:tbl>${row('', '2024', '2025')}${row('Sales', '', '5')}</w:tbl>`,
    paragraph(`${run('For ')}<w:fldSimple w:instr='DOCPROPERTY "Client"'>${run('Acme')}</w:fldSimple>`),
    paragraph(`${run('Estimated')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
  ];
  const note = `<w:footnote w:id="2">${paragraph(run('By the board.'))}</w:footnote>`;
  return makeWordFile(body.join(''), {
    'word/footnotes.xml': `<w:footnotes xmlns:w="${WORD}">${note}</w:footnotes>`,
  });
}

/** A Word document with a table whose first cell, and one that is two columns wide, reach over two rows each. */
export function makeMergedTable(): Promise<Buffer> {
  const cell = (text: string, merge = '') =>
    `<w:tc><w:tcPr>${merge}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const down = '<w:vMerge w:val="restart"/>';
  const wide = '<w:gridSpan w:val="2"/>';
  const rows = [
    cell('Hosting', down) + cell('Q1') + cell('100'),
    cell('', '<w:vMerge/>') + cell('Q2') + cell('200'),
    cell('none', wide + down) + cell('300'),
    cell('', `${wide}<w:vMerge/>`) + cell('400'),
  ];
  return makeWordFile(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`, {});
}

/** A form with a page of print, two lines that were filled in, a box that was checked and one that was not, and a note. */
export function makeFilledForm(): Buffer {
  const field = (rest: string) => `<< /Type /Annot /Subtype /Widget /F 4 /Rect [9 9 90 30] ${rest} >>`;
  const print = 'BT /F1 12 Tf 40 160 Td (Application) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R] /DR << /Font << /F1 5 0 R >> >> /DA (/F1 12 Tf) >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] >>',
    `<< /Length ${print.length} >>\nstream\n${print}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    field('/FT /Tx /T (name1) /TU (Full name) /V (Jane Doe)'),
    field('/FT /Tx /T (city) /V (Springfield)'),
    field('/FT /Btn /T (member) /V /Yes /AS /Yes /AP << /N << /Yes 11 0 R /Off 11 0 R >> >>'),
    field('/FT /Btn /T (student) /V /Off /AS /Off /AP << /N << /Yes 11 0 R /Off 11 0 R >> >>'),
    '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [9 40 90 60] /DA (/F1 12 Tf) /Contents (Call after 5 pm) >>',
    '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream',
  ];
  return assemblePdf(
    objects.map((object) => Buffer.from(object)),
    '/Root 1 0 R',
  );
}

/** A page of 600 by 800 points that is drawn by this program, with Helvetica as F1, and has these annotations. */
export function makeDrawnPdf(
  program: string,
  {
    annotations = [],
    catalog = '',
    others = [],
  }: { annotations?: string[]; catalog?: string; others?: string[] } = {},
): Buffer {
  const first = 6;
  const refs = annotations.map((_, index) => `${first + index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [${refs}] >>`,
    `<< /Length ${program.length} >>\nstream\n${program}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations,
    ...others,
  ];
  return assemblePdf(
    objects.map((object) => Buffer.from(object, 'latin1')),
    '/Root 1 0 R',
  );
}

/** Draws a text at a place, 10 points high. */
export const show = (text: string, x: number, y: number): string =>
  `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`;

/** A form object that draws what this program says. */
export const makeFormObject = (program: string): string =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 300 60] /Resources << /Font << /F1 5 0 R >> >> /Length ${program.length} >>\nstream\n${program}\nendstream`;

// Keys that fit no password, the empty one included.
const LOCK = ` /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >> /ID [<00> <00>]`;

function assemblePdf(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`));
  parts.push(Buffer.from(`trailer << /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A zip of these files. */
export async function makeZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A Word document of these paragraphs, which are in its part of this name. */
export const makeDocx = (paragraphs: readonly string[], part = 'document.xml'): Promise<Buffer> =>
  makeWordFile(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(''), {}, part);

/** A Word document that holds a picture and nothing else, as of photos of a page. */
export function makeDocxOfPicture(): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  const blip = `<a:blip xmlns:r="${office}" r:embed="p1"/>`;
  const picture = `<pic:pic xmlns:pic="${drawing}/picture"><pic:blipFill>${blip}</pic:blipFill></pic:pic>`;
  const graphic = `<a:graphic xmlns:a="${drawing}/main"><a:graphicData>${picture}</a:graphicData></a:graphic>`;
  const inline = `<wp:inline xmlns:wp="${drawing}/wordprocessingDrawing">${graphic}</wp:inline>`;
  return makeWordFile(`<w:p><w:r><w:drawing>${inline}</w:drawing></w:r></w:p>`, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="${office}/image" Target="media/page.png"/></Relationships>`,
    'word/media/page.png': drawText('By hand').encodeSync('png'),
  });
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

export function makeWordFile(
  body: string,
  others: Readonly<Record<string, string | Buffer>>,
  part = 'document.xml',
): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaging = 'http://schemas.openxmlformats.org/package/2006';
  return makeZip({
    '[Content_Types].xml':
      `<Types xmlns="${packaging}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/word/${part}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaging}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/${part}"/></Relationships>`,
    [`word/${part}`]: `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ...others,
  });
}

/** A workbook of these sheets. */
export function makeWorkbook(
  sheets: readonly { name: string; xml: string; state?: string }[],
  styles = '<styleSheet/>',
): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaging = 'http://schemas.openxmlformats.org/package/2006';
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const entries = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="r${index + 1}"/>`,
  );
  const relationships = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return makeZip({
    '[Content_Types].xml':
      `<Types xmlns="${packaging}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaging}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaging}/relationships">${relationships.join('')}<Relationship Id="s1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(sheets.map(({ xml }, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
  });
}
