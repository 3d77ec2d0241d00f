import { create } from 'content-disposition';
import { expect, it } from 'vitest';
import { fileNameOf } from './download';

it.each([
  'Dinner.txt',
  'Usage history.csv',
  'Résumé “final”.docx',
  'a "b" \\c.json',
  '日本.xlsx',
  '100%.txt',
])('reads the name %j back from the header that the server makes of it', (name) => {
  expect(fileNameOf(create(name))).toBe(name);
});

it('has a name for a file without one', () => {
  expect(fileNameOf('')).toBe('download');
  expect(fileNameOf('attachment')).toBe('download');
});
