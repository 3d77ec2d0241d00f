import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageSize, type DocumentReader } from './index.js';
import {
  drawText,
  makeDocx,
  makeDocxOfPicture,
  makeFilledForm,
  makeMergedTable,
  makePdf,
  makeReport,
  makeTurnedPhoto,
  makeWorkbook,
  makeZip,
} from './test-support/make-documents.js';
import { makeCompoundFile } from './test-support/make-office.js';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
let reader: DocumentReader;
beforeAll(async () => {
  place = await makeReadings();
  // Its time limits have tests of their own.
  reader = place.reader({ maxProcesses: 1, timeoutMs: 60_000, totalTimeoutMs: 60_000 });
});
afterAll(() => place.close());

const save = (name: string, content: string | Uint8Array): Promise<string> => place.save(name, content);

describe('text comes from', () => {
  test.each([
    ['a text', 'a.txt', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['a text in Windows-1252', 'old.txt', Buffer.from('naïve café', 'latin1'), 'naïve café'],
    ['a text in UTF-16', 'wide.md', Buffer.from('\ufeffnaïve €', 'utf16le'), 'naïve €'],
    ['a table', 'a.csv', '\ufeffa;b\n1;2\n', 'a;b\n1;2\n'],
    ['a table with tabs', 'a.tsv', 'a\tb\n1\t2\n', 'a\tb\n1\t2\n'],
    ['a Japanese mail in ISO-2022-JP', 'mail.txt', Buffer.from('1b24422546253925481b2842', 'hex'), 'テスト'],
    [
      'a web page in the encoding that it names',
      'old.html',
      Buffer.concat([
        Buffer.from('<meta charset="windows-1251"><p>'),
        Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      ]),
      'Привет',
    ],
    ['a web page with a stray zero byte', 'zero.html', '<meta charset="utf-8"><p>one\0 two', 'one two'],
    ['JSON', 'a.json', '{"a": "é"}', '{"a": "é"}'],
    ['a document that begins like XML', 'b.txt', '<?xml version="1.0"?><a/>', '<?xml version="1.0"?><a/>'],
    ['an essay that begins like a video', 'c.txt', 'The free press, a café.', 'The free press, a café.'],
    ['a report that begins like a bitmap', 'd.md', 'BMW in 2024\n', 'BMW in 2024\n'],
    ['a table that begins like a program', 'e.csv', 'MZ;FORM\n1;2\n', 'MZ;FORM\n1;2\n'],
  ])('%s', async (_, name, content, text) => {
    expect(await reader.read(await save(name, content))).toMatchObject({
      text,
      pageCount: 1,
      ocrUsed: false,
    });
  });

  test('a Word document', async () => {
    const file = await save('letter.docx', await makeDocx(['Dear Änne,', 'a &lt; b']));
    expect(await reader.read(file)).toMatchObject({ text: 'Dear Änne,\n\na < b\n', pageCount: 1 });
  });

  test('a Word document as Word on the web saves it', async () => {
    const file = await save('online.docx', await makeDocx(['Dear Änne,'], 'document2.xml'));
    expect(await reader.read(file)).toMatchObject({ text: 'Dear Änne,\n' });
  });

  test('a Word document with line breaks, tables, fields and footnotes', async () => {
    const { text } = await reader.read(await save('report.docx', await makeReport()));
    expect(text).toBe(
      '1 Main Street\nSpringfield\n\n|  | 2024 | 2025 |\n| --- | --- | --- |\n| Sales |  | 5 |\n\nFor Acme\n\nEstimated[^1]\n\n[^1]: By the board.\n',
    );
  });

  test('a table in Word, each cell in its column, also below one that reaches over several rows', async () => {
    const { text } = await reader.read(await save('fees.docx', await makeMergedTable()));
    expect(text).toBe(
      '| Hosting | Q1 | 100 |\n| --- | --- | --- |\n|  | Q2 | 200 |\n| none |  | 300 |\n|  |  | 400 |\n',
    );
  });

  test('each visible sheet of a workbook, with its name', async () => {
    const sheet = (rows: (string | number)[][]) =>
      `<worksheet><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => `<c r="${'AB'[column]}${row + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`;
    const file = await save(
      'marks.xlsx',
      await makeWorkbook([
        {
          name: 'Marks',
          xml: sheet([
            ['Name', 'Mark'],
            ['Ann', 'A'],
          ]),
        },
        { name: 'Notes', xml: sheet([['hidden']]), state: 'hidden' },
        { name: 'Fees', xml: sheet([['Fee', '12']]) },
      ]),
    );
    expect((await reader.read(file)).text).toBe('## Marks\n\nName\tMark\nAnn\tA\n\n## Fees\n\nFee\t12');
  });

  test('the pages of a PDF', async () => {
    const file = await save(
      'three.pdf',
      makePdf([['First page', 'second line'], ['Page two'], ['Page three']]),
    );
    const whole = await reader.read(file);
    expect(whole).toMatchObject({
      text: 'First page\nsecond line\n\nPage two\n\nPage three',
      pageCount: 3,
      ocrUsed: false,
    });
    expect(whole.perPage[2]).toEqual({ page: 3, text: 'Page three', ocrUsed: false });
    const some = await reader.read(file, { pages: { from: 2, to: 9 }, maxPages: 1 });
    expect(some).toMatchObject({ text: 'Page two', pageCount: 3, perPage: [{ page: 2 }] });
  });

  test('a form, with what was filled into it and typed onto it', async () => {
    const { text } = await reader.read(await save('form.pdf', makeFilledForm()));
    expect(text).toBe('Application\n\nCall after 5 pm\nFull name: Jane Doe\ncity: Springfield\nmember: Yes');
  });

  test('a picture, by OCR when asked', async () => {
    const png = await save('photo.png', drawText('Hello OCR 2024').encodeSync('png'));
    const found = await reader.read(png, { ocr: true });
    expect(found).toMatchObject({
      text: 'Hello OCR 2024',
      ocrUsed: true,
      perPage: [{ page: 1, ocrUsed: true }],
    });
    await expect(reader.read(png)).rejects.toMatchObject({
      code: 'no-text',
      message: 'photo.png has no text of its own. Turn on OCR to read it.',
    });
    const webp = await save('photo.webp', drawText('Hello WebP').encodeSync('webp'));
    expect((await reader.read(webp, { ocr: true, langs: ['eng', 'spa'] })).text).toBe('Hello WebP');
  });

  test.each(['II', 'MM'] as const)(
    'a photo that was taken sideways (EXIF in byte order %s)',
    async (byteOrder) => {
      const file = await save('sideways.jpg', makeTurnedPhoto('Hello photo 42', byteOrder));
      expect((await reader.read(file, { ocr: true })).text).toBe('Hello photo 42');
    },
  );

  test('a picture with another picture’s extension', async () => {
    const file = await save('photo.jpg', drawText('Not a JPEG').encodeSync('png'));
    expect((await reader.read(file, { ocr: true })).text).toBe('Not a JPEG');
  });

  test('the scanned pages of a PDF, when asked @soak', async () => {
    const file = await save(
      'mixed.pdf',
      makePdf([['Typed'], { scan: 'Scanned one' }, { scan: 'Scanned two' }]),
    );
    expect((await reader.read(file)).text).toBe('Typed');
    const all = await reader.read(file, { ocr: true });
    expect(all.perPage.map((page) => [page.text, page.ocrUsed])).toEqual([
      ['Typed', false],
      ['Scanned one', true],
      ['Scanned two', true],
    ]);
    const one = await reader.read(file, { ocr: true, maxOcrPages: 1 });
    expect(one.perPage.map((page) => page.text)).toEqual(['Typed', 'Scanned one', '']);
  });

  test('a HEIC photo, which can be shown as PNG too', async () => {
    const heic = path.join(import.meta.dirname, 'test-support', 'hello.heic');
    expect((await reader.read(heic, { ocr: true })).text).toBe('Hello HEIC 42');
    const sizeOf = async (picture: Promise<Uint8Array>) => {
      const { width, height } = await loadImage(Buffer.from(await picture));
      return [width, height];
    };
    expect(await sizeOf(reader.renderImage(heic))).toEqual([480, 120]);
    expect(await sizeOf(reader.renderImage(heic, { maxSide: 240 }))).toEqual([240, 60]);
  });

  test('pictures and the pages of a PDF can be shown, and nothing else @soak', async () => {
    const pdf = await save('two.pdf', makePdf([['One'], ['Two']]));
    const [one, two] = await Promise.all([1, 2].map((page) => reader.renderImage(pdf, { page })));
    expect(one).not.toEqual(two);
    expect(imageSize(one ?? new Uint8Array())).toMatchObject({ format: 'png' });
    await expect(reader.renderImage(pdf, { page: 3 })).rejects.toMatchObject({ code: 'damaged' });
    const photo = await save('photo.webp', drawText('Hello').encodeSync('webp'));
    expect(imageSize(await reader.renderImage(photo, { maxSide: 50 }))).toMatchObject({
      format: 'png',
      width: 50,
    });
    await expect(reader.renderImage(await save('a.txt', 'text'))).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});

describe('a plain sentence says what is wrong with', () => {
  const cases: [
    what: string,
    name: string,
    make: () => Promise<string | Uint8Array> | string | Uint8Array,
    code: string,
    message: string,
  ][] = [
    [
      'a PDF with a password',
      'locked.pdf',
      () => makePdf([['x']], true),
      'encrypted',
      'locked.pdf is protected by a password. Save it without one.',
    ],
    [
      'a broken PDF',
      'broken.pdf',
      () => `%PDF-1.4\n${'junk '.repeat(50)}`,
      'damaged',
      'broken.pdf is damaged or not a PDF.',
    ],
    [
      'a PDF without text',
      'blank.pdf',
      () => makePdf([[]]),
      'no-text',
      'blank.pdf has no text of its own. Turn on OCR to read it.',
    ],
    [
      'a Word document of photos',
      'photos.docx',
      makeDocxOfPicture,
      'no-text',
      'photos.docx has images, but no text. Save it as a PDF, which OCR can read.',
    ],
    ['an empty file', 'empty.txt', () => '', 'no-text', 'empty.txt is empty.'],
    [
      'a kind that is not read',
      'tool.exe',
      () => 'MZ',
      'unsupported',
      'tool.exe cannot be read: its kind of file is not supported.',
    ],
    [
      'a kind that only sounds like one',
      'a.constructor',
      () => 'x',
      'unsupported',
      'a.constructor cannot be read: its kind of file is not supported.',
    ],
    [
      'a picture called PDF',
      'fake.pdf',
      () => drawText('x').encodeSync('png'),
      'mismatch',
      'fake.pdf is not a PDF: its content is of type png. Rename it to end in .png to read it.',
    ],
    [
      'a picture called text',
      'fake.txt',
      () => drawText('x').encodeSync('png'),
      'mismatch',
      'fake.txt is not a text: its content is of type png. Rename it to end in .png to read it.',
    ],
    [
      'text called picture',
      'fake.png',
      () => 'hello',
      'mismatch',
      'fake.png is not a picture: its content is plain text. Rename it to end in .txt to read it.',
    ],
    [
      'binary content called text',
      'data.txt',
      () => Buffer.from([1, 0, 0, 2, 0, 3]),
      'mismatch',
      'data.txt is not a text: its content is binary.',
    ],
    [
      'another zip called Word',
      'zip.docx',
      () => makeZip({ 'a.txt': 'x' }),
      'damaged',
      'zip.docx is damaged or not a Word document.',
    ],
    [
      'an old Word document',
      'old.docx',
      () => makeCompoundFile(['WordDocument']),
      'mismatch',
      'old.docx is not a Word document: it is in the old .doc format. Save it as .docx.',
    ],
    [
      'a workbook with a password',
      'locked.xlsx',
      () => makeCompoundFile(['EncryptionInfo', 'EncryptedPackage']),
      'encrypted',
      'locked.xlsx is protected by a password. Save it without one.',
    ],
    [
      'another zip called a workbook',
      'zip.xlsx',
      () => makeZip({ 'a.txt': 'x' }),
      'damaged',
      'zip.xlsx is damaged or not a spreadsheet.',
    ],
    [
      'a Word document that is a zip bomb',
      'bomb.docx',
      () => makeZip({ 'word/document.xml': Buffer.alloc(120 * 1024 * 1024), '[Content_Types].xml': '' }),
      'too-large',
      'bomb.docx is too large: it unpacks to over 100 MB.',
    ],
    [
      'a picture that unpacks to gigabytes',
      'huge.png',
      () => {
        const png = Buffer.from(drawText('x').encodeSync('png'));
        png.writeUInt32BE(60_000, 16);
        png.writeUInt32BE(60_000, 20);
        return png;
      },
      'too-large',
      'huge.png is too large: 60000 × 60000 pixels (at most 60 million).',
    ],
    [
      'a cut-off picture',
      'cut.jpg',
      () => drawText('x').encodeSync('jpeg').subarray(0, 300),
      'damaged',
      'cut.jpg is damaged: the image cannot be decoded.',
    ],
  ];
  test.each(cases)('%s', async (_, name, make, code, message) => {
    const wanted = { ocr: name.endsWith('png') || name.endsWith('jpg') };
    await expect(reader.read(await save(name, await make()), wanted)).rejects.toMatchObject({
      name: 'DocumentError',
      code,
      message,
    });
  });

  test('a large file', async () => {
    const file = await save('large.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'x'));
    await expect(reader.read(file)).rejects.toThrow('File too large: large.txt exceeds 20 MB.');
    const pdf = await save('large.pdf', Buffer.alloc(25 * 1024 * 1024 + 1, 'x'));
    await expect(reader.read(pdf, { name: 'thesis.pdf' })).rejects.toThrow(
      'File too large: thesis.pdf exceeds 25 MB.',
    );
  });

  test('a file that is not there, a language that is not installed, a HEIC that is none', async () => {
    await expect(reader.read(path.join(place.folder, 'none.txt'))).rejects.toMatchObject({
      code: 'not-found',
    });
    const png = await save('photo.png', drawText('x').encodeSync('png'));
    await expect(reader.read(png, { ocr: true, langs: ['tlh'] })).rejects.toThrow(
      'OCR has no language "tlh". It has eng, spa, fra, deu, por, ita, ara, jpn, chi_sim, hin.',
    );
    const renamed = await save('renamed.heic', 'no picture');
    await expect(reader.renderImage(renamed)).rejects.toMatchObject({ code: 'mismatch' });
    const heic = await readFile(path.join(import.meta.dirname, 'test-support', 'hello.heic'));
    await expect(reader.renderImage(await save('cut.heic', heic.subarray(0, 600)))).rejects.toMatchObject({
      code: 'damaged',
    });
  });

  test('nothing, where an empty text is welcome', async () => {
    const blank = await reader.read(await save('blank.pdf', makePdf([[], []])), {
      ocr: true,
      maxOcrPages: 0,
      acceptEmpty: true,
    });
    expect(blank).toMatchObject({ text: '', pageCount: 2, ocrUsed: false });
  });
});
