import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageSize, type DocumentReader } from './index.js';
import { drawText, makeDocx, makePdf, makeZip } from './test-support/make-documents.js';
import {
  makeBitmap,
  makeBook,
  makeCompoundFile,
  makeLockedOpenDocument,
  makeOpenDocument,
  makeOpenStyles,
  makePresentation,
  makeShape,
  makeSlideTable,
  makeTiff,
} from './test-support/make-office.js';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
let reader: DocumentReader;
beforeAll(async () => {
  place = await makeReadings();
  reader = place.reader({ maxProcesses: 1, timeoutMs: 60_000, totalTimeoutMs: 60_000 });
});
afterAll(() => place.close());

const read = async (name: string, content: string | Uint8Array, options = {}) =>
  reader.read(await place.save(name, content), options);
const blocksOf = ({ text }: { text: string }): string[] => text.trim().split('\n\n');

describe('a presentation', () => {
  test('is read slide by slide in its order, with titles, lists, tables and notes', async () => {
    const found = await read(
      'plan.pptx',
      await makePresentation([
        { shapes: makeShape(['Harbor plan'], 'ctrTitle') + makeShape(['By the town'], 'subTitle') },
        {
          shapes:
            makeShape(['3'], 'sldNum') +
            makeShape(['New pier', 'Old wall &amp; bells'], 'body') +
            makeShape(['Next steps'], 'title') +
            makeShape(['Ask the keeper']) +
            makeSlideTable([
              ['Part', 'Cost'],
              ['Pier', '12'],
            ]),
          notes: 'Mention the storm.',
        },
        { shapes: makeShape(['Secret'], 'title'), isHidden: true },
      ]),
    );
    expect(blocksOf(found)).toEqual([
      '[Slide 1]',
      '# Harbor plan',
      'By the town',
      '[Slide 2]',
      '# Next steps',
      '- New pier\n- Old wall & bells',
      'Ask the keeper',
      '| Part | Cost |\n| --- | --- |\n| Pier | 12 |',
      'Notes: Mention the storm.',
    ]);
    expect(found.notice).toBe('1 hidden slide of plan.pptx was left out.');
  });
});

describe('an OpenDocument text', () => {
  const LISTS =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>' +
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>' +
    '<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>' +
    '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';
  const item = (content: string): string => `<text:list-item>${content}</text:list-item>`;
  const p = (content: string): string => `<text:p>${content}</text:p>`;

  test('is read as Markdown: headings, numbered clauses, tables, notes and comments', async () => {
    const body = [
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>Gone</text:p></text:deletion></text:changed-region></text:tracked-changes>',
      '<text:h text:outline-level="1">Lease</text:h>',
      p(
        'The rent is <text:span text:style-name="T1">due</text:span><text:s text:c="2"/>monthly<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In advance.</text:p></text:note-body></text:note>.',
      ),
      `<text:list text:style-name="L1">${item(p('Parties'))}${item(`${p('Rent')}<text:list>${item(p('in cash'))}${item(p('by card'))}</text:list>`)}</text:list>`,
      p(
        'In between<office:annotation><dc:creator>Ann Lee</dc:creator><dc:date>2026-05-04</dc:date><text:p>Which year?</text:p></office:annotation>',
      ),
      `<text:list text:style-name="L1" text:continue-numbering="true">${item(p('Deposit'))}</text:list>`,
      `<text:list text:style-name="L2">${item(p('a bullet'))}</text:list>`,
      `<table:table><table:table-row><table:table-cell table:number-columns-spanned="2">${p('Fees')}</table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell>${p('Q1')}</table:table-cell><table:table-cell>${p('100')}</table:table-cell></table:table-row></table:table>`,
      p(
        '<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>',
      ),
      p(
        'Photo<draw:frame><draw:text-box><text:p>In the box</text:p></draw:text-box></draw:frame> of the pier',
      ),
    ].join('');
    const found = await read(
      'lease.odt',
      await makeOpenDocument('text', body, {
        styles: LISTS,
        'styles.xml': makeOpenStyles(
          `<style:header>${p('Confidential')}</style:header><style:footer>${p('Page 1')}</style:footer>`,
        ),
      }),
    );
    expect(blocksOf(found)).toEqual([
      'Header: Confidential',
      '# Lease',
      'The rent is **due**  monthly[^1].',
      '1. Parties',
      '2. Rent',
      '  (a) in cash',
      '  (b) by card',
      'In between[comment 1]',
      '3. Deposit',
      '- a bullet',
      '| Fees |  |\n| --- | --- |\n| Q1 | 100 |',
      '漢字(かんじ)',
      'Photo of the pier',
      'In the box',
      '[^1]: In advance.',
      '[comment 1] Ann Lee: Which year?',
      'Footer: Page 1',
    ]);
    expect(found.notice).toBe('Its tracked changes were read as if accepted.');
  });
});

describe('an OpenDocument spreadsheet', () => {
  const cell = (attributes: string, text = ''): string =>
    `<table:table-cell ${attributes}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`;
  const row = (cells: string, attributes = ''): string =>
    `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const text = (value: string): string => cell('office:value-type="string"', value);

  test('is read as its visible sheets, as workbooks are', async () => {
    const sheets =
      `<table:table table:name="Marks">${row(text('Name') + text('Due') + text('Share'))}${row(text('Ann') + cell('office:value-type="date" office:date-value="2026-05-04"', '04.05.26') + cell('office:value-type="percentage" office:value="0.25"', '25 %'))}${row(cell('table:number-columns-repeated="1024"'), 'table:number-rows-repeated="1048000"')}</table:table>` +
      `<table:table table:name="Old" table:style-name="hidden">${row(text('x'))}</table:table>` +
      `<table:table table:name="Fees">${row(cell('table:number-columns-repeated="2"') + cell('office:value-type="float" office:value="12.5"', '12,50'))}</table:table>`;
    const file = await makeOpenDocument('spreadsheet', sheets, {
      styles:
        '<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>',
    });
    expect((await read('marks.ods', file)).text).toBe(
      '## Marks\n\nName\tDue\tShare\nAnn\t2026-05-04\t0.25\n\n## Fees\n\n\t\t12.5',
    );
  });

  test('with cells repeated millions of times is refused', async () => {
    const sheet = `<table:table table:name="A">${row(cell('office:value-type="float" office:value="1" table:number-columns-repeated="16000"', '1'), 'table:number-rows-repeated="1000000"')}</table:table>`;
    await expect(read('many.ods', await makeOpenDocument('spreadsheet', sheet))).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});

describe('a book', () => {
  test('is read in the order of its spine', async () => {
    const { text } = await read('book.epub', await makeBook(['<h1>One</h1><p>First.</p>', '<p>Second.</p>']));
    expect(text).toBe('One\n\nFirst.\n\nSecond.');
  });

  test('with copy protection is named as such', async () => {
    const locked =
      '<encryption><EncryptedData><CipherData><CipherReference URI="OPS/text/1%20.xhtml"/></CipherData></EncryptedData></encryption>';
    const file = await makeBook(['<p>x</p>'], { 'META-INF/encryption.xml': locked });
    await expect(read('book.epub', file)).rejects.toMatchObject({
      code: 'encrypted',
      message: 'book.epub is copy-protected (DRM): only its own reader can open it.',
    });
  });
});

describe('an RTF document', () => {
  const HEAD = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Mincho;}}{\colortbl;\red0\green0\blue0;}{\stylesheet{\s1\outlinelevel0 heading 1;}}{\*\generator Writer;}`;

  test('is read as Markdown, in the encodings of its fonts', async () => {
    const body = String.raw`{\header\pard Confidential\par}\pard\outlinelevel0 Lease\par
\pard The {\b rent} is \u8364?12\emdash due, na\'efve {\f1\'cf\'f0\'e8\'e2\'e5\'f2} {\f2\'83\'65\'83\'58\'83\'67}{\footnote\pard In advance.}\par
{\listtext\pard 1.\tab}Parties\par
{\field{\*\fldinst HYPERLINK "https://a.test"}{\fldrslt the offer}} {\v hidden}{\deleted gone}kept\par
\trowd\pard\intbl Fee\cell Amount\cell\row\trowd\intbl Rent\cell 100\cell\row
\pard {\pict\pngblip 89504e47}{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt\pard In the box\par}}}End\par}`;
    const found = await read('lease.rtf', HEAD + body);
    expect(blocksOf(found)).toEqual([
      'Header: Confidential',
      '# Lease',
      'The **rent** is €12—due, naïve Привет テスト[^1]',
      '1. Parties',
      'the offer kept',
      '| Fee | Amount |\n| --- | --- |\n| Rent | 100 |',
      'In the box',
      'End',
      '[^1]: In advance.',
    ]);
    expect(found.notice).toBe('Its tracked changes were read as if accepted.');
  });

  test('that was cut off is read as far as it goes, and says so', async () => {
    expect(await read('half.rtf', String.raw`{\rtf1\ansi One\par {\b Two`)).toMatchObject({
      text: 'One\n\n**Two**\n',
      notice: 'half.rtf ends early: the rest of it is missing.',
    });
  });
});

const mail = (subject: string, body: string, type = 'text/plain; charset=utf-8'): string =>
  `From: Ann Lee <ann@a.test>\r\nTo: Bo <bo@b.test>\r\nDate: Mon, 4 May 2026 10:00:00 +0200\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`;
const multipart = (subject: string, parts: readonly string[]): string =>
  mail(
    subject,
    `${parts.map((part) => `--${subject}\r\n${part}`).join('\r\n')}\r\n--${subject}--\r\n`,
    `multipart/mixed; boundary=${subject}`,
  );

describe('an email', () => {
  test('is its header and its body as people see it, and says what is attached', async () => {
    const found = await read(
      'offer.eml',
      multipart('offer', [
        'Content-Type: text/html; charset=utf-8\r\n\r\n<p>Dear Bo,</p><p>see <b>below</b>.</p><script>x</script>',
        'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="offer.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=',
      ]),
    );
    expect(found.text).toBe(
      'From: Ann Lee <ann@a.test>\nTo: Bo <bo@b.test>\nDate: Mon, 4 May 2026 10:00:00 +0200\nSubject: offer\nAttachments: offer.pdf\n\nDear Bo,\n\nsee below.',
    );
    expect(found.notice).toBe(
      'offer.eml has an attachment that wasn’t read: offer.pdf. Add it as a file of its own.',
    );
  });

  test('in an email in an email is read, and what is deeper is left out', async () => {
    const nest = (inner: string, subject: string): string =>
      multipart(subject, [
        `Content-Type: text/plain\r\n\r\nIn ${subject}.`,
        `Content-Type: message/rfc822\r\n\r\n${inner}`,
      ]);
    const found = await read('deep.eml', nest(nest(nest(mail('four', 'In four.'), 'three'), 'two'), 'one'));
    expect(found.text.match(/In \w+\./gu)).toEqual(['In one.', 'In two.', 'In three.']);
    expect(found.notice).toBe('deep.eml has emails in emails in emails: the innermost were left out.');
  });

  test('without a header is none', async () => {
    await expect(read('note.eml', '\r\njust a note')).rejects.toMatchObject({
      code: 'mismatch',
      message: 'note.eml is not an email: it has no header.',
    });
  });
});

describe('pictures', () => {
  const pixelsOf = (text: string) => {
    const canvas = drawText(text);
    const { width, height } = canvas;
    return canvas.getContext('2d').getImageData(0, 0, width, height);
  };

  test.each([
    ['gif', () => drawText('Hello picture').encodeSync('gif')],
    ['avif', () => drawText('Hello picture').encodeSync('avif')],
    ['bmp', () => makeBitmap(pixelsOf('Hello picture'))],
  ])('of type %s are read by OCR', async (extension, make) => {
    expect((await read(`photo.${extension}`, make(), { ocr: true })).text).toBe('Hello picture');
  });

  test('of several pages in a TIFF are read page by page, and can be shown', async () => {
    const file = makeTiff([pixelsOf('Page one'), pixelsOf('Page two')]);
    const whole = await read('fax.tif', file, { ocr: true });
    expect(whole).toMatchObject({ text: 'Page one\n\nPage two', pageCount: 2 });
    const second = await read('fax.tif', file, { ocr: true, pages: { from: 2, to: 2 }, maxOcrPages: 1 });
    expect(second.perPage).toMatchObject([{ page: 2, text: 'Page two' }]);
    const png = await reader.renderImage(await place.save('fax.tif', file), { page: 2, maxSide: 240 });
    expect(imageSize(png)).toEqual({ format: 'png', width: 240, height: 60 });
  });

  test('in a TIFF without end are refused', async () => {
    await expect(
      read('loop.tif', makeTiff([pixelsOf('x')], { loops: true }), { ocr: true }),
    ).rejects.toMatchObject({ code: 'too-large', message: 'loop.tif has more than 2,000 pages.' });
  });
});

describe('a sentence says what to do with', () => {
  test.each([
    ['letter.doc', 'letter.doc cannot be read: .doc is the old format of Word. Save it as .docx.'],
    ['rows.xls', 'rows.xls cannot be read: .xls is the old format of Excel. Save it as .xlsx.'],
    ['talk.ppt', 'talk.ppt cannot be read: .ppt is the old format of PowerPoint. Save it as .pptx.'],
    ['draft.pages', 'draft.pages cannot be read: .pages is Pages’ format. Save it as PDF or .docx.'],
    ['mail.msg', 'mail.msg cannot be read: .msg is Outlook’s format. Save it as .eml.'],
    ['logo.svg', 'logo.svg cannot be read: .svg is a drawing. Save it as PDF or PNG.'],
    ['all.zip', 'all.zip cannot be read: .zip is an archive. Unpack it, and use its files.'],
  ])('%s', async (name, message) => {
    await expect(read(name, 'x')).rejects.toMatchObject({ code: 'unsupported', message });
  });

  test.each([
    ['a.docx', ['EncryptedPackage']],
    ['a.xlsx', ['EncryptedPackage']],
    ['a.pptx', ['EncryptedPackage']],
  ])('%s with a password', async (name, streams) => {
    await expect(read(name, makeCompoundFile(streams))).rejects.toMatchObject({
      code: 'encrypted',
      message: `${name} is protected by a password. Save it without one.`,
    });
  });

  test.each([
    ['a.odt', 'text'],
    ['a.ods', 'spreadsheet'],
  ] as const)('%s with a password', async (name, kind) => {
    await expect(read(name, await makeLockedOpenDocument(kind))).rejects.toMatchObject({
      code: 'encrypted',
      message: `${name} is protected by a password. Save it without one.`,
    });
  });

  test.each([
    [
      'an email of Outlook',
      'a.eml',
      makeCompoundFile(['__properties_version1.0']),
      'a.eml is not an email: it is an email in Outlook’s .msg format. Save it as .eml.',
    ],
    [
      'a web page called workbook',
      'a.xlsx',
      '<html><table><tr><td>1</table>',
      'a.xlsx is not an Excel workbook: its content is a web page. Rename it to end in .html to read it.',
    ],
    [
      'RTF called Word',
      'a.docx',
      String.raw`{\rtf1 x}`,
      'a.docx is not a Word document: its content is of type rtf. Rename it to end in .rtf to read it.',
    ],
  ])('%s', async (_, name, content, message) => {
    await expect(read(name, content)).rejects.toMatchObject({ code: 'mismatch', message });
  });

  test.each(['docx', 'pptx', 'odt', 'ods', 'epub', 'pdf'])('half a file of type %s', async (extension) => {
    const makers = {
      docx: () => makeDocx(['x']),
      pdf: () => makePdf([['x']]),
      pptx: () => makePresentation([{ shapes: makeShape(['x']) }]),
      odt: () => makeOpenDocument('text', '<text:p>x</text:p>'),
      ods: () => makeOpenDocument('spreadsheet', ''),
      epub: () => makeBook(['<p>x</p>']),
    };
    const whole = await makers[extension as keyof typeof makers]();
    await expect(read(`half.${extension}`, whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'damaged',
    });
  });

  test('a presentation that is a zip bomb', async () => {
    const bomb = await makeZip({ 'ppt/presentation.xml': Buffer.alloc(120 * 1024 * 1024) });
    await expect(read('bomb.pptx', bomb)).rejects.toMatchObject({ code: 'too-large' });
  });
});

test.each([
  ['page.html', (address: string) => fetching(address)],
  ['page.eml', (address: string) => mail('news', fetching(address), 'text/html')],
  ['page.epub', (address: string) => makeBook([fetching(address)])],
  [
    'page.odt',
    (address: string) =>
      makeOpenDocument('text', `<text:p>Seen<draw:image xlink:href="${address}/a.png"/></text:p>`),
  ],
])('nothing that %s refers to is fetched', async (name, make) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { text } = await read(name, await make(`http://127.0.0.1:${port}`));
  expect(text).toContain('Seen');
  server.close();
  expect(requests).toBe(0);
});

const fetching = (address: string): string =>
  `<base href="${address}/"/><link rel="stylesheet" href="a.css"/><p>Seen</p><img src="a.png"/><iframe src="b.html"></iframe><script src="c.js"></script>`;

test('entities that multiply, and outside ones, stay what they are', async () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const body = await makeOpenDocument('text', '', {
    'content.xml': `${bomb}<o xmlns:office="o"><office:text><text:p>One &b;&f; two</text:p></office:text></o>`,
  });
  expect((await read('entities.odt', body)).text).toMatch(/^One .{0,10} two\n$/u);
});

test('a drawing (SVG) inside of documents is left alone', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>secret</text></svg>';
  const html = `<p>Seen</p>${svg}<img src="data:image/svg+xml,${encodeURIComponent(svg)}">`;
  expect((await read('page.html', html)).text).toBe('Seen');
  expect((await read('page.eml', mail('svg', html, 'text/html'))).text).toMatch(/\n\nSeen$/u);
  expect((await read('book.epub', await makeBook([html]))).text).toBe('Seen');
  expect((await read('page.docx', await makeDocx(['Seen']))).text).toBe('Seen\n');
  await expect(read('drawing.png', svg, { ocr: true })).rejects.toMatchObject({ code: 'mismatch' });
});
