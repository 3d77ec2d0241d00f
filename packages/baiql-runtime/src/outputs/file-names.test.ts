import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { result, runOutputs, spec } from '../test-support/run-outputs.js';

describe('one file each', () => {
  test('is numbered, or named after the transaction’s own file', async () => {
    const results = [
      result(1, 'one', { fileName: 'essay2.pdf' }),
      result(2, 'two', { fileName: 'Essay2.docx' }),
      result(2, 'again', { fileName: 'Essay2.docx', sequence: 1 }),
    ];
    const { files, text } = await runOutputs(
      [spec('out/note.txt', 'separate'), spec('out/mark.txt', 'match')],
      results,
    );
    expect(files.map((file) => file.path.replace('/data/output/out/', ''))).toEqual([
      'note-0001.txt',
      'note-0002.txt',
      'note-0002-2.txt',
      'essay2.txt',
      'Essay2-mark.txt',
      'Essay2-2.txt',
    ]);
    expect(await text('out/note-0002-2.txt')).toBe('again\n');
    expect(await text('out/essay2.txt')).toBe('one\n');
  });

  test('is counted where a transaction has several, as in a loop', async () => {
    const results = [0, 1, 2].map((sequence) => result(1, 'x', { fileName: 'essay.pdf', sequence }));
    const { files } = await runOutputs([spec('mark.txt', 'match')], results);
    expect(files.map((file) => path.posix.basename(file.path))).toEqual([
      'essay.txt',
      'essay-2.txt',
      'essay-3.txt',
    ]);
  });

  test('has a name of its own however long names are, and however many are alike @soak', async () => {
    const fileName = `${'é'.repeat(120)}.pdf`;
    const long = 'n'.repeat(240);
    const results = Array.from({ length: 300 }, (_, index) => result(index + 1, 'x', { fileName }));
    const { files } = await runOutputs(
      [spec(`${long}.txt`, 'match'), spec(`${long}.txt`, 'separate')],
      results,
    );
    const names = files.map((file) => path.posix.basename(file.path));
    expect(new Set(names).size).toBe(600);
    expect(names.every((name) => Buffer.byteLength(name) <= 200 && name.endsWith('.txt'))).toBe(true);
    expect(names[299]).toBe(`${'é'.repeat(50)}-299.txt`);
    expect(names[599]).toBe(`${'n'.repeat(100)}-0300.txt`);
  });

  test('as json is the object alone, as csv a table of one row', async () => {
    const { text } = await runOutputs(
      [spec('a.json', 'separate', 'json'), spec('b.csv', 'separate', 'json')],
      [result(1, '{"x":1}')],
    );
    expect(await text('a-0001.json')).toBe('{\n  "Name": "name 1",\n  "x": 1\n}\n');
    expect(await text('b-0001.csv')).toBe('\ufeffName,x\r\nname 1,1\r\n');
  });
});
