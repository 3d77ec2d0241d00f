import { expect, it } from 'vitest';
import { commonFolder } from './common-folder';

it('is the deepest folder that holds every file', () => {
  expect(commonFolder(['/data/output/a.csv'])).toBe('/data/output/');
  expect(commonFolder(['/data/output/letters/a.docx', '/data/output/letters/b.docx'])).toBe(
    '/data/output/letters/',
  );
  expect(commonFolder(['/data/output/letters/a.docx', '/data/output/let.csv'])).toBe('/data/output/');
  expect(commonFolder([])).toBe('');
});
