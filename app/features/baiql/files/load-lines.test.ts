import { parse, validate } from '@promptwell/baiql-lang';
import { expect, it } from 'vitest';
import { loadLinesOf } from './load-lines';

const lines = (path: string, kind: 'file' | 'folder' = 'file') =>
  loadLinesOf({ path, kind, name: path.replace(/\/$/u, '').split('/').at(-1) ?? '' }).map(({ line }) => line);

it('offers what a file may be loaded as, the likeliest first', () => {
  expect(lines('/data/input/roster.csv')).toEqual([
    'LOAD "roster.csv" AS FILE',
    'LOAD "roster.csv" AS LINES',
  ]);
  expect(lines('/data/input/essays/Ann Lee.pdf')).toEqual([
    'LOAD "essays/Ann Lee.pdf" AS WORK',
    'LOAD "essays/Ann Lee.pdf" AS REF',
  ]);
  expect(lines('/data/input/essays/', 'folder')[0]).toBe('LOAD "essays" AS WORK');
  expect(lines('/data/output/old.csv')[0]).toBe('LOAD "/data/output/old.csv" AS FILE');
  expect(lines('/data/input/movie.mp4')).toEqual([]);
});

it('writes lines that the language takes, whatever the name', () => {
  for (const name of ['a "b".csv', 'a\\b.csv', 'ünïcode #1.csv', '{x}.csv']) {
    const [line] = lines(`/data/input/${name}`);
    const script = `BATCH_START\n${line ?? ''}\nPROMPT "Say {LINE}"\nRUN\nEND_BATCH`;
    const errors = validate(parse(script)).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => message)).not.toContainEqual(expect.stringContaining('LOAD'));
  }
});
