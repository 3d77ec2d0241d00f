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
      const header = headers[file.name] ?? null;
      return Promise.resolve(header === null ? null : { header, firstRows: [header], sheets: [] });
    });
  expect((await columnsOf('book.xlsx'))?.columns).toEqual(['Name', 'Town', 'Name_2']);
  expect(await columnsOf('broken.xlsx')).toBeNull();
  expect(await columnsOf('empty.xlsx')).toBeNull();
  expect(await columnsOf('missing.xlsx')).toBeNull();
  expect(asked).toEqual(['book.xlsx', 'broken.xlsx', 'empty.xlsx']);
});

it('has the first rows of a table, each cut as if it were the header', async () => {
  const area = await temporaryArea({ 'marks.csv': 'Class 7b, 2026\n\nName;City;Score\nAnn;Rome;7\n' });
  const start = await readColumns(area, '/data/input/marks.csv', () => Promise.resolve(null));
  expect(start?.firstRows.slice(0, 4)).toEqual([
    ['Class 7b', ' 2026'],
    [],
    ['Name', 'City', 'Score'],
    ['Ann', 'Rome', '7'],
  ]);
});

it('counts an empty row that a spreadsheet exports as separators, so that HEADER names the line it stands in', async () => {
  const area = await temporaryArea({ 'marks.csv': 'Class 7b;;\n;;\nName;City;Score\nAnn;Rome;7\n' });
  const start = await readColumns(area, '/data/input/marks.csv', () => Promise.resolve(null));
  expect(start?.firstRows.slice(1, 3)).toEqual([[], ['Name', 'City', 'Score']]);
});
