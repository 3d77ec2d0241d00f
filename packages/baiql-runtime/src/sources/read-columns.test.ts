import { buffer } from 'node:stream/consumers';
import writeXlsxFile from 'write-excel-file/node';
import { expect, it } from 'vitest';
import yazl from 'yazl';
import { readZip } from '../outputs/read-zip.js';
import { temporaryArea } from '../test-support/temporary-area.js';
import { readColumns } from './read-columns.js';

const makeBook = (): Promise<Buffer> =>
  writeXlsxFile([
    [{ value: 'Name' }, { value: 'Town' }],
    [{ value: 'Ann' }, { value: 'Cork' }],
  ]).toBuffer();

/** The same workbook, with something in it that unpacks to 50 MB. */
async function swollen(book: Buffer): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, content } of await readZip(book)) zip.addBuffer(Buffer.from(content), name);
  zip.addBuffer(Buffer.alloc(50 * 1024 * 1024, ' '), 'xl/media/notes.txt');
  zip.end();
  return buffer(zip.outputStream);
}

it('looks into a workbook for its columns, but not into a small one that unpacks to much', async () => {
  const book = await makeBook();
  const area = await temporaryArea({ 'small.xlsx': book, 'large.xlsx': await swollen(book) });
  expect(await readColumns(area, '/data/input/small.xlsx')).toEqual(['Name', 'Town']);
  expect(await readColumns(area, '/data/input/large.xlsx')).toBeNull();
});
