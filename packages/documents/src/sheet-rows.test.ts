import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentReader } from './index.js';
import writeXlsxFile from 'write-excel-file/node';
import yazl from 'yazl';
import { makeWorkbook, makeZip } from './test-support/make-documents.js';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
let reader: DocumentReader;
beforeAll(async () => {
  place = await makeReadings();
  reader = place.reader({ maxProcesses: 1 });
});
afterAll(() => place.close());

const makeBook = (): Promise<Buffer> =>
  writeXlsxFile([
    [{ value: '' }, { value: '' }],
    [{ value: 'Name' }, { value: 'Since', type: String }],
    [{ value: 'Ann' }, { value: '2020' }],
  ]).toBuffer();

const WORKSHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';

/** As Excel saves it: a hidden sheet first, then one whose last column and last row end with an error. */
function makeHiddenBook(): Promise<Buffer> {
  const text = (cell: string, shown: string) => `<c r="${cell}" t="inlineStr"><is><t>${shown}</t></is></c>`;
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  return makeZip({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Lists" sheetId="1" state="hidden" r:id="rId1"/>' +
      '<sheet name="Q&amp;A" sheetId="2" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships><Relationship Id="rId1" Type="${WORKSHEET}" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${WORKSHEET}" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet(`<row r="1">${text('A1', 'List')}</row>`),
    'xl/worksheets/sheet2.xml': sheet(
      `<row r="1">${text('A1', 'Item')}${text('C1', 'Price')}</row>` +
        `<row r="2">${text('A2', 'Pen')}<c r="C2" t="e"><f>VLOOKUP(A2,D:E,2,0)</f><v>#N/A</v></c></row>` +
        '<row r="3"><c r="C3" s="0" t="e"><v>#DIV/0!</v></c></row>',
    ),
  });
}

/** A zip that declares itself a workbook and unpacks to more than a sheet may. */
async function makeSwollenBook(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('<workbook/>'), 'xl/workbook.xml');
  zip.addBuffer(Buffer.alloc(65 * 1024 * 1024, ' '), 'xl/worksheets/sheet1.xml');
  zip.end();
  return buffer(zip.outputStream);
}

test('times of day and hours are the same where a workbook counts its days from 1904', async () => {
  const book = (settings: string): Promise<Buffer> =>
    makeZip({
      'xl/workbook.xml': `<workbook>${settings}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${WORKSHEET}" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/styles.xml':
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="46"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>0.5</v></c><c r="B1" s="2"><v>1.25</v></c>' +
        '<c r="C1" s="3"><v>45000</v></c></row></sheetData></worksheet>',
    });
  const first = await place.save('1900.xlsx', await book(''));
  const second = await place.save('1904.xlsx', await book('<workbookPr date1904="1"/>'));
  expect(await reader.readSheetRows(first, 1)).toEqual([['12:00', '30:00', '2023-03-15']]);
  expect(await reader.readSheetRows(second, 1)).toEqual([['12:00', '30:00', '2027-03-16']]);
});

test('the first rows of a workbook are those that hold anything', async () => {
  const book = await place.save('book.xlsx', await makeBook());
  expect(await reader.readSheetRows(book, 1)).toEqual([['Name', 'Since']]);
  expect(await reader.readSheetRows(book, 10)).toEqual([
    ['Name', 'Since'],
    ['Ann', '2020'],
  ]);
});

test('a hidden sheet is not read, and cells with an error say so', async () => {
  const book = await place.save('hidden.xlsx', await makeHiddenBook());
  expect(await reader.readSheetRows(book, 10)).toEqual([
    ['Item', '', 'Price'],
    ['Pen', '', '#N/A'],
    ['', '', '#DIV/0!'],
  ]);
});

test('cells are read as a sheet shows them: times without a date, numbers without the noise of formulas', async () => {
  const asTime = (value: number, format: string) => ({ value, type: Number, format });
  const book = await place.save(
    'times.xlsx',
    await writeXlsxFile([
      [
        asTime(0.395833333333333, 'hh:mm'),
        asTime(1.1041666666666667, 'hh:mm'),
        asTime(45352.5, 'dd.mm.yyyy hh:mm'),
      ],
      [{ value: 59.970000000000006 }, { value: -0.1 - 0.2 }, { value: 1_234_567_890_123_456 }],
    ]).toBuffer(),
  );
  expect(await reader.readSheetRows(book, 10)).toEqual([
    ['09:30', '26:30', '2024-03-01 12:00:00'],
    ['59.97', '-0.3', '1234567890123456'],
  ]);
});

test('a workbook that unpacks to too much, or is none, is refused, and the next one is read', async () => {
  const swollen = await place.save('swollen.xlsx', await makeSwollenBook());
  await expect(reader.readSheetRows(swollen, 1)).rejects.toMatchObject({ code: 'damaged' });
  const text = await place.save('text.xlsx', 'no workbook');
  await expect(reader.readSheetRows(text, 1)).rejects.toMatchObject({ code: 'damaged' });
  const book = await place.save('book.xlsx', await makeBook());
  expect(await reader.readSheetRows(book, 1)).toEqual([['Name', 'Since']]);
});

test('rows and cells that leave their places to their order are read, also beside some that do not', async () => {
  const text = (shown: string, place = '') => `<c ${place} t="inlineStr"><is><t>${shown}</t></is></c>`;
  const rows =
    `<row>${text('Name')}${text('City')}${text('Mark')}</row>` +
    `<row>${text('Ann')}${text('A', 'r="C2"')}</row><row><c><v>7</v></c><c/><c><v>9</v></c></row>`;
  const xml = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const file = await place.save('other.xlsx', await makeWorkbook([{ name: 'Marks', xml }]));
  expect(await reader.readSheetRows(file, 5)).toEqual([
    ['Name', 'City', 'Mark'],
    ['Ann', '', 'A'],
    ['7', '', '9'],
  ]);
});

test.each(['jj/mm/aaaa', 'TT.MM.JJJJ', 'dd/mm/aaaa', 'gg/mm/aaaa', 'yyyy\\-mm\\-dd'])(
  'a date in the format %s is a date',
  async (format) => {
    const styles = `<styleSheet><numFmts count="1"><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs></styleSheet>`;
    const xml =
      '<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>45292</v></c></row></sheetData></worksheet>';
    const file = await place.save('dates.xlsx', await makeWorkbook([{ name: 'Dates', xml }], styles));
    expect(await reader.readSheetRows(file, 1)).toEqual([['2024-01-01']]);
  },
);
