import { expect, it } from 'vitest';
import type { FileEntry } from './schema';
import { conflictingNames, partsOf, withUniqueNames, type Upload } from './upload-files';

const upload = (name: string, bytes = 1): Upload => ({ name, file: new File(['x'.repeat(bytes)], name) });
const entry = (name: string): FileEntry => ({
  name,
  path: `/data/input/${name}`,
  kind: 'file',
  size: 1,
  modifiedAt: '2026-11-22T00:00:00.000Z',
});

it('sends many small files together and a large one by itself, in order', () => {
  const megabyte = 1024 * 1024;
  const parts = partsOf([upload('a', 10 * megabyte), upload('b', 10 * megabyte), upload('c'), upload('d')]);
  expect(parts.map((part) => part.map(({ name }) => name))).toEqual([['a'], ['b', 'c', 'd']]);
  const many = partsOf(Array.from({ length: 120 }, (_, index) => upload(String(index))));
  expect(many.map((part) => part.length)).toEqual([50, 50, 20]);
  expect(partsOf([])).toEqual([]);
});

it('knows what it would replace, folders as a whole', () => {
  const files = [upload('a.txt'), upload('essays/a.txt'), upload('essays/b.txt'), upload('new.txt')];
  expect(conflictingNames(files, [entry('a.txt'), entry('essays'), entry('b.txt')])).toEqual([
    'a.txt',
    'essays',
  ]);
});

it('keeps both under a number that is free', () => {
  const there = [entry('a.txt'), entry('a (2).txt'), entry('essays'), entry('.env')];
  const files = [upload('a.txt'), upload('essays/a.txt'), upload('essays/b.txt'), upload('new.txt')];
  expect(withUniqueNames(files, there).map(({ name }) => name)).toEqual([
    'a (3).txt',
    'essays (2)/a.txt',
    'essays (2)/b.txt',
    'new.txt',
  ]);
});
