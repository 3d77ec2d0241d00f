import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect, temporaryArea } from '../test-support/temporary-area.js';
import { openFileSource, type RowSource } from './index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function open(content: string | Uint8Array, name = 'rows.csv'): Promise<RowSource> {
  return openFileSource(await temporaryArea({ [name]: content }), `/data/input/${name}`);
}

async function valuesOf(source: RowSource): Promise<(readonly string[])[]> {
  return (await collect(source.rows())).map((row) => row.values);
}

describe('a csv file', () => {
  test('gives a row for each record, with its text', async () => {
    const source = await open(
      'Name,Answer\r\nAnna,"She said ""yes"",\r\nthen left"\r\n\r\n,,\r\nOtto,no\r\n',
    );
    expect(source.columns).toEqual(['Name', 'Answer']);
    expect(source.total).toBe(2);
    expect(await collect(source.rows())).toEqual([
      {
        number: 1,
        line: 1,
        columns: ['Name', 'Answer'],
        values: ['Anna', 'She said "yes",\r\nthen left'],
        text: 'Name: Anna\nAnswer: She said "yes",\r\nthen left',
      },
      {
        number: 2,
        line: 2,
        columns: ['Name', 'Answer'],
        values: ['Otto', 'no'],
        text: 'Name: Otto\nAnswer: no',
      },
    ]);
  });

  test('says where a period that may group thousands is read as a decimal point', async () => {
    const { notes } = await open('Name;Wage\nAnna;52.500,00\nOtto;1.250\n');
    expect(notes).toEqual([
      'rows.csv: Wage has 1.250 beside 52.500,00, and 1.250 is read as 1.25. If 1250 is meant, write it without the period.',
    ]);
    expect((await open('Name;Wage;Hours\nAnna;52.500,00;1.250\n')).notes).toEqual([]);
    expect((await open('Name,Weight\nAnna,1.250\nOtto,2.5\n')).notes).toEqual([]);
  });

  test('with a title above its header says that the first row is taken for it', async () => {
    const told = [
      'rows.csv names only 1 of its 3 columns in the first row, which is its header. Delete what stands above the real one.',
    ];
    expect((await open('Class 7b;;\n;;\nName;Mark;City\nAnna;1;Rome\n')).notes).toEqual(told);
    expect((await open('Name;;\n')).notes).toEqual(told);
    expect((await open('Name\nAnna\n')).notes).toEqual([]);
  });

  test.each([
    ['comma', 'a,b;x\n1,2;y\n', ['a', 'b;x']],
    ['semicolon', 'a;b\n1,5;2,5\n3,5;4,5\n', ['a', 'b']],
    ['semicolon, of names', 'Name, First;Class\nLee, Ann;7a\n', ['Name, First', 'Class']],
    ['tab', 'a\tb, c\n1\t2, 3\n', ['a', 'b, c']],
    ['only inside quotes', '"a;b",c\n"1;2",3\n', ['a;b', 'c']],
    ['named by a hint', 'sep=;\r\na,b;c\r\n1,2;3\r\n', ['a,b', 'c']],
    ['none', 'name\nAnna\n', ['name']],
  ])('is cut at its own delimiter: %s', async (_, content, columns) => {
    const source = await open(content);
    expect(source.columns).toEqual(columns);
    expect(source.total).toBeGreaterThan(0);
  });

  test('of kind tsv is cut at tabs alone', async () => {
    expect(await valuesOf(await open('a\tb\nx,y\tz\n', 'rows.tsv'))).toEqual([['x,y', 'z']]);
  });

  test('may have bars between its columns', async () => {
    expect(await valuesOf(await open('Name|Town\nLee, Ann|Rome\nBo|Oslo\n'))).toEqual([
      ['Lee, Ann', 'Rome'],
      ['Bo', 'Oslo'],
    ]);
    expect(await valuesOf(await open('a,b\n1|2,3|4\n'))).toEqual([['1|2', '3|4']]);
  });

  const table = 'Näme;Größe\nÄnne;1\nJosé;2\n';
  test.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`)],
    ['UTF-16 little-endian', Buffer.from(`\ufeff${table}`, 'utf16le')],
    ['UTF-16 big-endian', Buffer.from(`\ufeff${table}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(table, 'utf16le')],
    ['Windows-1252', Buffer.from(table, 'latin1')],
  ])('is read in its own encoding: %s', async (_, bytes) => {
    const source = await open(bytes);
    expect(source.columns).toEqual(['Näme', 'Größe']);
    expect(await valuesOf(source)).toEqual([
      ['Änne', '1'],
      ['José', '2'],
    ]);
    expect((await source.row(2))?.values).toEqual(['José', '2']);
  });

  test('keeps characters whole that its pieces cut', async () => {
    // Pieces are powers of two long; three bytes a character never fit them.
    const text = '€'.repeat(200_000);
    expect(await valuesOf(await open(`a\n${text}\n`))).toEqual([[text]]);
  });

  test('names empty and repeated headers', async () => {
    const source = await open('Name,,name, ,Name\n1,2,3,4,5\n');
    expect(source.columns).toEqual(['Name', 'COL2', 'name_2', 'COL4', 'Name_3']);
  });

  test('fills missing cells, drops empty extra ones, and marks a row that does not fit', async () => {
    const [short, trailing, shifted] = await collect((await open('a,b\n1\n1,2,,\n1,2,3\n')).rows());
    expect(short).toMatchObject({ values: ['1', ''] });
    expect(short).not.toHaveProperty('problem');
    expect(trailing).not.toHaveProperty('problem');
    expect(shifted).toMatchObject({
      number: 3,
      problem: 'The row has 3 cells, but the first row, which is the header, has 2.',
    });
  });

  test('takes every kind of line end, mixed too', async () => {
    expect(await valuesOf(await open('a,b\r\n1,2\n3,4\r5,6'))).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  test.each([
    ['', 'rows.csv is empty.', 'empty'],
    ['\n\n', 'rows.csv is empty.', 'empty'],
    ['a,b\n1,"2\n3,4\n', 'rows.csv, row 1: a quote (") is opened and never closed.', 'damaged'],
    [randomBytes(2_001), 'rows.csv is not a text file.', 'not-text'],
  ])('that cannot be read says why (%#)', async (content, message, code) => {
    await expect(open(content)).rejects.toMatchObject({ code, message });
  });

  test('with a quote never closed is refused before it fills the memory', async () => {
    await expect(open(`a,b\n1,"${'x\n'.repeat(2_000_000)}`)).rejects.toMatchObject({ code: 'damaged' });
  });

  test('gives back what was written, from any row on', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '€', '"', ',', ';', '\n', '\r\n', '\t', ' ', '😀'),
    });
    const records = fc.array(fc.tuple(fc.constantFrom('x', 'y'), cell), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(records, fc.nat(40), async (rows, from) => {
        const source = await open(`key,text\n${stringify(rows, { quoted: true })}`);
        expect(await valuesOf(source)).toEqual(rows);
        const rest = await collect(source.rows({ from: from + 1 }));
        expect(rest.map((row) => row.values)).toEqual(rows.slice(from));
        expect((await source.row(from + 1))?.values).toEqual(rows[from]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a large csv file', () => {
  async function openLarge(rows: number): Promise<RowSource> {
    const area = await temporaryArea();
    function* lines() {
      yield 'id,naïve text\n';
      for (let id = 1; id <= rows; id += 1) yield `${id},"row ${id}\n${'é'.repeat(40)}"\n`;
    }
    await pipeline(Readable.from(lines()), createWriteStream(path.join(area.inputRoot, 'large.csv')));
    return openFileSource(area, '/data/input/large.csv');
  }

  test('is found at any row by the index', async () => {
    const source = await openLarge(5_500);
    expect(source.total).toBe(5_500);
    for (const number of [1, 2, 999, 1_000, 1_001, 2_000, 5_500, 3]) {
      expect(await source.row(number)).toMatchObject({
        number,
        values: [String(number), expect.stringContaining(`row ${number}\n`)],
      });
    }
    expect(await source.row(5_501)).toBeUndefined();
    const rest = await collect(source.rows({ from: 4_000 }));
    expect(rest.map((row) => row.number)).toEqual(Array.from({ length: 1_501 }, (_, index) => 4_000 + index));
    await source.close();
  });

  test('is answered in order to many who ask at once', async () => {
    const source = await openLarge(1_200);
    const numbers = Array.from({ length: 60 }, (_, index) => ((index * 7_919) % 1_200) + 1);
    const rows = await Promise.all(numbers.map((number) => source.row(number)));
    expect(rows.map((row) => row?.number)).toEqual(numbers);
    await source.close();
  });

  test('ends at once when it is called off', async () => {
    const source = await openLarge(3_000);
    const calledOff = new AbortController();
    const read: number[] = [];
    const reading = (async () => {
      for await (const row of source.rows({ signal: calledOff.signal })) {
        read.push(row.number);
        if (row.number === 10) calledOff.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(read).toHaveLength(10);
  });

  test('is never held in memory @soak', async () => {
    const usedBytes = (): number => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    /** The most that is held, beyond what was before, while a file is opened and read to its end. */
    async function peakBytes(rows: number): Promise<number> {
      const before = usedBytes();
      let peak = 0;
      const source = await openLarge(rows);
      for await (const row of source.rows()) {
        if (row.number % 20_000 === 0) peak = Math.max(peak, usedBytes() - before);
      }
      return peak;
    }
    await peakBytes(1_000);
    // The file has 8 MB; its rows as objects would take several times that.
    expect(await peakBytes(80_000)).toBeLessThan(6 * 1024 * 1024);
  });
});
