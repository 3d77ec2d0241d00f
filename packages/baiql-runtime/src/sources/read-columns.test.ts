import { expect, it } from 'vitest';
import { temporaryArea } from '../test-support/temporary-area.js';
import { readColumns } from './read-columns.js';

it('has a workbook looked into elsewhere, whatever its size, and names its columns as a run does', async () => {
  const area = await temporaryArea({ 'book.xlsx': 'not read here', 'broken.xlsx': '', 'empty.xlsx': '' });
  const headers: Record<string, readonly string[] | null> = {
    'book.xlsx': ['Name', 'Town', 'Name'],
    'broken.xlsx': null,
    'empty.xlsx': [],
  };
  const asked: string[] = [];
  const columnsOf = (name: string) =>
    readColumns(area, `/data/input/${name}`, (file) => {
      asked.push(file.name);
      return Promise.resolve(headers[file.name] ?? null);
    });
  expect(await columnsOf('book.xlsx')).toHaveLength(3);
  expect(await columnsOf('broken.xlsx')).toBeNull();
  expect(await columnsOf('empty.xlsx')).toBeNull();
  expect(await columnsOf('missing.xlsx')).toBeNull();
  expect(asked).toEqual(['book.xlsx', 'broken.xlsx', 'empty.xlsx']);
});
