import { describe, expect, test } from 'vitest';
import { findColumn } from '@promptwell/baiql-lang/names';
import { temporaryArea } from '../test-support/temporary-area.js';
import { collectKeys, foldKey, joinRowsAndFiles, openFileSource } from './index.js';

function joined(keys: string[], names: string[]) {
  const rows = keys.map((key, index) => ({ number: index + 1, key }));
  const files = names.map((name) => ({ name }));
  const join = joinRowsAndFiles(rows, files);
  return {
    ofRow: (number: number) => {
      const result = join.fileOf(rows[number - 1] ?? { number, key: '' });
      return result.ok ? result.match.name : result.message;
    },
    ofFile: (name: string) => {
      const result = join.rowOf({ name });
      return result.ok ? result.match : result.message;
    },
  };
}

describe('a row and a file', () => {
  test('belong together when the base name contains the key, letters and digits alone', () => {
    const { ofRow, ofFile } = joined(
      ['José Núñez', 'STU-0042'],
      ['Essay (jose_nunez) final.pdf', 'stu0042.docx'],
    );
    expect(ofRow(1)).toBe('Essay (jose_nunez) final.pdf');
    expect(ofRow(2)).toBe('stu0042.docx');
    expect(ofFile('Essay (jose_nunez) final.pdf')).toBe(1);
  });

  test('belong together where a file is named without the letters that a keyboard lacks', () => {
    const { ofRow } = joined(['Łukasz Weiß', 'Søren Æbelø'], ['weiss_lukasz.pdf', 'Soren Aebelo CV.pdf']);
    expect([1, 2].map(ofRow)).toEqual(['weiss_lukasz.pdf', 'Soren Aebelo CV.pdf']);
  });

  test('belong together where an umlaut is written out, with the last name first or last', () => {
    const keys = ['Weiß, Änne', 'Jörg Müller', 'Muller'];
    const { ofRow } = joined(keys, ['Weiss_Aenne.pdf', 'Mueller Joerg CV.docx', 'muller.pdf']);
    expect([1, 2, 3].map(ofRow)).toEqual(['Weiss_Aenne.pdf', 'Mueller Joerg CV.docx', 'muller.pdf']);
  });

  test('belong together in any script, where vowel marks are part of a name', () => {
    const { ofRow } = joined(
      ['राम', 'रीमा', 'مُحَمَّد', 'ＴＡＲＯ', 'İNCİ'],
      ['रीमा.pdf', 'राम.pdf', 'محمد.docx', 'taro.txt', 'inci.txt'],
    );
    expect([1, 2, 3, 4, 5].map(ofRow)).toEqual(['राम.pdf', 'रीमा.pdf', 'محمد.docx', 'taro.txt', 'inci.txt']);
  });

  test('do not meet in the extension', () => {
    expect(joined(['pdf'], ['essay.pdf']).ofRow(1)).toBe(
      'No file belongs to "pdf". The files are essay.pdf.',
    );
  });

  test('go by the longest key', () => {
    const { ofRow, ofFile } = joined(
      ['Anna', 'Anna Maria', '1', '10'],
      ['anna.txt', 'anna-maria.txt', 'x1.txt', 'x10.txt'],
    );
    expect([1, 2, 3, 4].map(ofRow)).toEqual(['anna.txt', 'anna-maria.txt', 'x1.txt', 'x10.txt']);
    expect(ofFile('anna-maria.txt')).toBe(2);
  });

  test('belong together by a whole number, not by one of its digits', () => {
    const { ofRow, ofFile } = joined(
      ['1', '2', '3', '26', 'STU-7', '2026-14'],
      ['Essay 001.txt', 'Essay 10.txt', 'Berg 2026.txt', 'Mei 3b.txt', 'stu70.txt', '202614 Li.txt'],
    );
    expect(ofRow(1)).toBe('Essay 001.txt');
    expect([2, 4, 5].map(ofRow).every((message) => message.startsWith('No file belongs to'))).toBe(true);
    expect(ofRow(3)).toBe('Mei 3b.txt');
    expect(ofRow(6)).toBe('202614 Li.txt');
    expect(ofFile('Essay 10.txt')).toContain('No row belongs to Essay 10.txt.');
  });

  test('belong together too where the last name stands first in one of the two', () => {
    const { ofRow, ofFile } = joined(
      ['Ingrid Müller', 'Okafor, Anna-Maria', 'Kofi', 'Li Wei', 'Wei Li'],
      ['Müller, Ingrid essay.docx', 'Anna-Maria Okafor.docx', 'kofi.txt', 'Wei Li.txt', 'essay Li Wei.txt'],
    );
    expect([1, 2, 3, 4, 5].map(ofRow)).toEqual([
      'Müller, Ingrid essay.docx',
      'Anna-Maria Okafor.docx',
      'kofi.txt',
      'essay Li Wei.txt',
      'Wei Li.txt',
    ]);
    expect(ofFile('Müller, Ingrid essay.docx')).toBe(1);
  });

  test('do not meet where only some words of a name are there', () => {
    expect(joined(['Anna Berg'], ['anna-maria-berg.txt']).ofRow(1)).toContain('No file belongs to');
    expect(joined(['Anna', 'Anna Berg'], ['Berg, Anna.txt']).ofFile('Berg, Anna.txt')).toBe(2);
  });

  test('may be one file for several rows', () => {
    const { ofRow } = joined(['Anna', 'Otto', 'Anna'], ['anna-otto.txt']);
    expect([1, 2, 3].map(ofRow)).toEqual(['anna-otto.txt', 'anna-otto.txt', 'anna-otto.txt']);
  });

  test('fail alone, naming the candidates, on a tie or on none', () => {
    const { ofRow, ofFile } = joined(['Anna', 'Otto', ' - ', 'Anna'], ['anna1.txt', 'anna2.txt', 'zoe.txt']);
    expect(ofRow(1)).toBe('More than one file belongs to "Anna". They are anna1.txt, anna2.txt.');
    expect(ofRow(2)).toBe('No file belongs to "Otto". The files are anna1.txt, anna2.txt, zoe.txt.');
    expect(ofRow(3)).toBe('Row 3 has an empty key, so no file can belong to it.');
    expect(ofFile('anna1.txt')).toBe('More than one row belongs to anna1.txt. They are 1 (Anna), 4 (Anna).');
    expect(ofFile('zoe.txt')).toBe(
      'No row belongs to zoe.txt. The rows are 1 (Anna), 2 (Otto), 3 ( - ), 4 (Anna).',
    );
    expect(joined(['Anna', 'Otto'], []).ofFile('anna-otto.txt')).toBe(
      'More than one row belongs to anna-otto.txt. They are 1 (Anna), 2 (Otto).',
    );
    const many = joined(
      ['x'],
      Array.from({ length: 9 }, (_, index) => `file${index}.txt`),
    );
    expect(many.ofRow(1)).toContain('file4.txt and 4 more.');
  });
});

test('keys are folded to letters and digits of every script', () => {
  expect(foldKey('  Ångström-№ 5, Straße ')).toBe('angstromno5strasse');
  expect(foldKey('王 小明')).toBe('王小明');
});

test('the key is the first column, or the one that MATCH names', async () => {
  const area = await temporaryArea({ 'a.csv': 'id,Full Name\n1,Anna\n2,Otto\n' });
  const source = await openFileSource(area, '/data/input/a.csv');
  expect(await collectKeys(source, 'a.csv', null)).toEqual([
    { number: 1, key: '1' },
    { number: 2, key: '2' },
  ]);
  expect((await collectKeys(source, 'a.csv', 'full name')).map((row) => row.key)).toEqual(['Anna', 'Otto']);
  expect(findColumn(source.columns, 'COL2')).toBe(1);
  expect(findColumn(['Student Name', 'Pre\u0301nom'], 'STUDENT_NAME')).toBe(0);
  expect(findColumn(['Student Name', 'Pre\u0301nom'], 'pr\u00e9nom')).toBe(1);
  expect(findColumn(source.columns, 'COL3')).toBeNull();
  await expect(collectKeys(source, 'a.csv', 'email')).rejects.toThrow(
    'a.csv has no column email. It has id, Full Name.',
  );
});

test('a MATCH that fits several columns is refused, as in GET, for one of them may be the wrong one', async () => {
  const area = await temporaryArea({ 'a.csv': 'Name *,Name ?\nAnna,Ada\n' });
  const source = await openFileSource(area, '/data/input/a.csv');
  await expect(collectKeys(source, 'a.csv', 'Name')).rejects.toThrow(
    'MATCH "Name" fits several columns of a.csv: Name *, Name ?. Use the whole header.',
  );
  expect((await collectKeys(source, 'a.csv', 'name ?')).map((row) => row.key)).toEqual(['Ada']);
});
