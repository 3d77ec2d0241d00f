import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import yazl from 'yazl';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
beforeEach(async () => {
  place = await makeReadings();
});
afterEach(() => place.close());

const makeBook = (): Promise<Buffer> =>
  writeXlsxFile([
    [{ value: '' }, { value: '' }],
    [{ value: 'Name' }, { value: 'Since', type: String }],
    [{ value: 'Ann' }, { value: '2020' }],
  ]).toBuffer();

/** A zip that declares itself a workbook and unpacks to more than a sheet may. */
async function makeSwollenBook(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('<workbook/>'), 'xl/workbook.xml');
  zip.addBuffer(Buffer.alloc(65 * 1024 * 1024, ' '), 'xl/worksheets/sheet1.xml');
  zip.end();
  return buffer(zip.outputStream);
}

test('the first rows of a workbook are those that hold anything', async () => {
  const reader = place.reader({ maxProcesses: 1 });
  const book = await place.save('book.xlsx', await makeBook());
  expect(await reader.readSheetRows(book, 1)).toEqual([['Name', 'Since']]);
  expect(await reader.readSheetRows(book, 10)).toEqual([
    ['Name', 'Since'],
    ['Ann', '2020'],
  ]);
});

test('cells are read as a sheet shows them: times without a date, numbers without the noise of formulas', async () => {
  const reader = place.reader({ maxProcesses: 1 });
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
  const reader = place.reader({ maxProcesses: 1 });
  const swollen = await place.save('swollen.xlsx', await makeSwollenBook());
  await expect(reader.readSheetRows(swollen, 1)).rejects.toMatchObject({ code: 'damaged' });
  const text = await place.save('text.xlsx', 'no workbook');
  await expect(reader.readSheetRows(text, 1)).rejects.toMatchObject({ code: 'damaged' });
  const book = await place.save('book.xlsx', await makeBook());
  expect(await reader.readSheetRows(book, 1)).toEqual([['Name', 'Since']]);
});
