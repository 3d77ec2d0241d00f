import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import type { Area } from '../paths/index.js';
import { temporaryArea } from '../test-support/temporary-area.js';
import {
  defaultOutputMode,
  openRunOutputs,
  type OutputFailure,
  type OutputMode,
  type OutputResult,
  type OutputSpec,
  type RunOutputsOptions,
  type WrittenFile,
} from './index.js';

interface Run {
  area: Area;
  files: WrittenFile[];
  text: (name: string) => Promise<string>;
  bytes: (name: string) => Promise<Buffer>;
}

/** Runs some outputs over results, in the order given, and finishes. */
async function run(
  specs: OutputSpec[],
  results: OutputResult[],
  more: Partial<RunOutputsOptions> & { failures?: OutputFailure[]; area?: Area & { root: string } } = {},
): Promise<Run> {
  const area = more.area ?? (await temporaryArea());
  const scratchFolder = path.join(area.inputRoot, '..', 'scratch');
  await mkdir(scratchFolder, { recursive: true });
  const outputs = await openRunOutputs({
    area,
    pathOut: '/data/output/',
    specs,
    driverColumns: ['Name'],
    trackNames: [],
    total: results.length,
    scratchFolder,
    ...more,
  });
  for (const result of results) {
    for (const output of specs.keys()) await outputs.add(output, result);
  }
  for (const failure of more.failures ?? []) await outputs.fail(failure);
  const files = await outputs.finish().finally(() => outputs.close());
  expect(await readdir(scratchFolder)).toEqual([]);
  const bytes = (name: string) => readFile(path.join(area.outputRoot, name));
  return { area, files, bytes, text: async (name) => (await bytes(name)).toString() };
}

function spec(name: string, mode: OutputMode = 'aggregate', replyFormat: 'txt' | 'json' = 'txt'): OutputSpec {
  return { path: name, mode, replyFormat };
}

function result(number: number, reply: string, more: Partial<OutputResult> = {}): OutputResult {
  return { number, label: `item ${number}`, values: [`name ${number}`], reply, tracked: [], ...more };
}

describe('one file for all', () => {
  test('as csv has the driver columns, the reply and the tracked values, in the order of the transactions', async () => {
    const results = [
      result(2, 'plain', { tracked: ['B'] }),
      result(1, 'with "quotes",\nlines; and ü', { tracked: ['A'] }),
      result(3, '', { values: [], tracked: [] }),
    ];
    const { text, files } = await run([spec('grades.csv')], results, { trackNames: ['GRADE'] });
    const content = await text('grades.csv');
    expect(content).toBe(
      '\ufeffName,reply,GRADE\r\nname 1,"with ""quotes"",\nlines; and ü",A\r\nname 2,plain,B\r\n,,\r\n',
    );
    expect(files).toEqual([{ path: '/data/output/grades.csv', sizeBytes: Buffer.byteLength(content) }]);
  });

  test('spreads the keys of JSON replies over columns, in the order of their first appearance by number', async () => {
    const results = [
      result(2, '```json\n{"score": -2, "extra": [1, {"a": null}], "Name": "x"}\n```'),
      result(1, '{"comment": "good", "score": 5}'),
      result(3, '[1, 2]'),
    ];
    const { text } = await run(
      [spec('a.csv', 'aggregate', 'json'), spec('a.json', 'aggregate', 'json')],
      results,
    );
    expect(parse(await text('a.csv'), { bom: true })).toEqual([
      ['Name', 'comment', 'score', 'extra', 'Name_2', 'reply'],
      ['name 1', 'good', '5', '', '', ''],
      ['name 2', '', '-2', '[1,{"a":null}]', 'x', ''],
      ['name 3', '', '', '', '', '1; 2'],
    ]);
    expect(JSON.parse(await text('a.json'))).toEqual([
      { Name: 'name 1', comment: 'good', score: 5 },
      { Name: 'name 2', score: -2, extra: [1, { a: null }], Name_2: 'x' },
      { Name: 'name 3', reply: [1, 2] },
    ]);
  });

  test('keeps keys that JavaScript would lose', async () => {
    const { text } = await run(
      [spec('a.json', 'aggregate', 'json')],
      [result(1, '{"b":1,"__proto__":2,"7":3}')],
    );
    expect(await text('a.json')).toBe(
      '[\n  {\n    "Name": "name 1",\n    "7": 3,\n    "b": 1,\n    "__proto__": 2\n  }\n]\n',
    );
  });

  test('as txt heads each reply with its number and name', async () => {
    const { text } = await run(
      [spec('all.txt')],
      [result(1, 'one\n\n', { tracked: ['A'] }), result(2, 'two')],
      {
        trackNames: ['GRADE'],
      },
    );
    expect(await text('all.txt')).toBe(
      '--- 1: item 1 ---\nGRADE: A\n\none\n\n--- 2: item 2 ---\nGRADE: \n\ntwo\n',
    );
  });

  test('as xlsx opens with numbers as numbers and texts as texts', async () => {
    const reply =
      '{"score": 4.5, "note": "a <b> & \\"c\\"\\n_x0041_ \\u0000end", "minus": -3, "huge": 1e999, "ok": true}';
    const { bytes } = await run(
      [spec('a.xlsx', 'aggregate', 'json')],
      [result(1, reply, { values: ['007'] })],
    );
    expect(await readSheet(await bytes('a.xlsx'))).toEqual([
      ['Name', 'score', 'note', 'minus', 'huge', 'ok'],
      ['007', 4.5, 'a <b> & "c"\n_x0041_ end', -3, 'Infinity', 'true'],
    ]);
  });

  test('as xlsx has cells no longer than Excel takes', async () => {
    const { bytes } = await run([spec('a.xlsx')], [result(1, '='.repeat(40_000))]);
    const [, row] = await readSheet(await bytes('a.xlsx'));
    expect(String(row?.[1])).toHaveLength(32_767);
    expect(String(row?.[1])).toMatch(/^'=+ … \[cut: an Excel cell holds no more\]$/u);
  });

  test('as docx turns Markdown into headings, lists and tables', async () => {
    const reply =
      '## Result\nGood **work** and *style*, `x`\n- one\n  - two\n1. first\n\n| a | b |\n|---|---|\n| 1 | 2 |\n```\ncode\n```';
    const { bytes } = await run([spec('a.docx')], [result(1, reply), result(2, 'second \u0001')]);
    const { value: html } = await mammoth.convertToHtml({ buffer: await bytes('a.docx') });
    expect(html).toContain(
      '<h1>1. item 1</h1><h2>Result</h2><p>Good <strong>work</strong> and <em>style</em>, x</p>',
    );
    expect(html).toContain('<ul><li>one<ul><li>two</li></ul></li></ul><p>1. first</p>');
    expect(html).toMatch(
      /<table>.*<p>a<\/p>.*<p>2<\/p>.*<\/table><p>code<\/p><h1>2. item 2<\/h1><p>second <\/p>/u,
    );
  });

  test('of no results is an empty table', async () => {
    const { text, bytes } = await run(
      [spec('a.csv'), spec('a.json'), spec('a.txt'), spec('a.xlsx'), spec('a.docx')],
      [],
    );
    expect(await text('a.csv')).toBe('\ufeffName,reply\r\n');
    expect(await text('a.json')).toBe('[]\n');
    expect(await text('a.txt')).toBe('');
    expect(await readSheet(await bytes('a.xlsx'))).toEqual([['Name', 'reply']]);
    expect((await mammoth.extractRawText({ buffer: await bytes('a.docx') })).value).toBe('');
  });
});

describe('a spreadsheet', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'never runs a cell that begins as a formula: %j',
    async (text) => {
      const hostile = result(1, text, { values: [text], tracked: [text] });
      const run1 = await run([spec('a.csv'), spec('a.xlsx')], [hostile], {
        trackNames: ['T'],
        failures: [{ number: 2, label: text, reason: text }],
      });
      const [, csv = []] = parse(await run1.text('a.csv'), { bom: true });
      expect(csv).toEqual([`'${text}`, `'${text}`, `'${text}`]);
      expect((await readSheet(await run1.bytes('a.xlsx'), { trim: false }))[1]).toEqual(csv);
      expect(parse(await run1.text('a.csv.errors.csv'), { bom: true })[1]).toEqual([
        '2',
        `'${text}`,
        `'${text}`,
      ]);
    },
  );
});

describe('one file each', () => {
  test('is numbered, or named after the transaction’s own file', async () => {
    const results = [
      result(1, 'one', { fileName: 'essay2.pdf' }),
      result(2, 'two', { fileName: 'Essay2.docx' }),
      result(2, 'again', { fileName: 'Essay2.docx', sequence: 1 }),
    ];
    const { files, text } = await run(
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

  test('has a name of its own however long names are, and however many are alike', async () => {
    const fileName = `${'é'.repeat(120)}.pdf`;
    const long = 'n'.repeat(240);
    const results = Array.from({ length: 300 }, (_, index) => result(index + 1, 'x', { fileName }));
    const { files } = await run([spec(`${long}.txt`, 'match'), spec(`${long}.txt`, 'separate')], results);
    const names = files.map((file) => path.posix.basename(file.path));
    expect(new Set(names).size).toBe(600);
    expect(names.every((name) => Buffer.byteLength(name) <= 200 && name.endsWith('.txt'))).toBe(true);
    expect(names[299]).toBe(`${'é'.repeat(50)}-299.txt`);
    expect(names[599]).toBe(`${'n'.repeat(100)}-0300.txt`);
  });

  test('as json is the object alone, as csv a table of one row', async () => {
    const { text } = await run(
      [spec('a.json', 'separate', 'json'), spec('b.csv', 'separate', 'json')],
      [result(1, '{"x":1}')],
    );
    expect(await text('a-0001.json')).toBe('{\n  "Name": "name 1",\n  "x": 1\n}\n');
    expect(await text('b-0001.csv')).toBe('\ufeffName,x\r\nname 1,1\r\n');
  });

  test('is the default for documents, not for tables', () => {
    expect(defaultOutputMode('docx', 'files')).toBe('match');
    expect(defaultOutputMode('txt', 'rows')).toBe('separate');
    expect(defaultOutputMode('xlsx', 'files')).toBe('aggregate');
  });
});

describe('the files of a run', () => {
  test('are the same, byte for byte, whatever the order of the results', async () => {
    const results = Array.from({ length: 12 }, (_, index) =>
      result(index + 1, `{"k${index % 4}": "${index} **b**", "n": ${index}}`, {
        fileName: `f${index % 5}.pdf`,
      }),
    );
    const names = ['a.txt', 'a.csv', 'a.json', 'a.xlsx', 'a.docx'];
    const specs = names.flatMap((name) => [
      spec(name, 'aggregate', 'json'),
      spec(`s/${name}`, 'separate', 'json'),
      spec(`m/${name}`, 'match', 'json'),
    ]);
    const snapshot = async (order: OutputResult[]) => {
      const { files, bytes } = await run(specs, order);
      return Promise.all(
        files.map(async ({ path: at }) => [
          at,
          (await bytes(at.slice('/data/output/'.length))).toString('base64'),
        ]),
      );
    };
    const expected = await snapshot(results);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(results, { minLength: 12 }), async (order) => {
        expect(await snapshot(order)).toEqual(expected);
      }),
      { numRuns: 2 },
    );
  });

  test('hold the latest result of a transaction that was run again', async () => {
    const { text } = await run([spec('a.csv')], [result(1, 'old'), result(2, 'x'), result(1, 'new')]);
    expect(await text('a.csv')).toBe('\ufeffName,reply\r\nname 1,new\r\nname 2,x\r\n');
  });

  test('come with a list of failures, which goes when there are none', async () => {
    const area = await temporaryArea();
    const failures = [
      { number: 9, label: 'z.pdf', reason: 'No text.' },
      { number: 3, label: 'c.pdf', reason: 'Refused, twice' },
    ];
    const { text, files } = await run([spec('a.csv')], [result(1, 'x')], { area, failures });
    expect(await text('a.csv.errors.csv')).toBe(
      '\ufeffnumber,item,reason\r\n3,c.pdf,"Refused, twice"\r\n9,z.pdf,No text.\r\n',
    );
    expect(files.map((file) => file.path)).toEqual(['/data/output/a.csv', '/data/output/a.csv.errors.csv']);
    await run([spec('a.csv')], [result(1, 'x')], { area });
    expect(await readdir(area.outputRoot)).toEqual(['a.csv']);
  });

  test('never overwrite each other', async () => {
    const { files } = await run([spec('a.csv'), spec('A.csv')], [result(1, 'x')]);
    expect(files.map((file) => file.path)).toEqual(['/data/output/a.csv', '/data/output/A-2.csv']);
  });

  test('appear complete or not at all', async () => {
    const area = await temporaryArea();
    await writeFile(path.join(area.outputRoot, 'a.json'), 'earlier');
    const failing = run([spec('a.json', 'aggregate', 'json')], [result(1, '{"a":1}'), result(2, 'no JSON')], {
      area,
    });
    await expect(failing).rejects.toMatchObject({ name: 'OutputError', code: 'not-json' });
    expect(await readdir(area.outputRoot)).toEqual(['a.json']);
    expect(await readFile(path.join(area.outputRoot, 'a.json'), 'utf8')).toBe('earlier');
  });

  test('stay within the quota, and an earlier file stays when the new one does not fit', async () => {
    const area = await temporaryArea({ 'essay.txt': 'x'.repeat(500) });
    const results = (length: number) => [result(1, 'r'.repeat(length))];
    await run([spec('a.txt')], results(300), { area, quotaBytes: 1_000 });
    // What is replaced makes room.
    await run([spec('a.txt')], results(400), { area, quotaBytes: 1_000 });
    await expect(run([spec('a.txt')], results(600), { area, quotaBytes: 1_000 })).rejects.toMatchObject({
      code: 'over-quota',
      message: 'Your files have no room for a.txt. Delete some, then resume the run.',
    });
    expect(await readFile(path.join(area.outputRoot, 'a.txt'), 'utf8')).toMatch(/\nr{400}\n$/u);
    expect(await readdir(area.outputRoot)).toEqual(['a.txt']);
  });

  test.each([
    ['../x.csv', 'leaves-area'],
    ['/data/input/x.csv', 'bad-path'],
    ['x.pdf', 'bad-path'],
    ['x', 'bad-path'],
  ])('are refused outside PATH_OUT and in other formats: %s', async (name, code) => {
    await expect(run([spec(name)], [])).rejects.toMatchObject({ code });
  });
});

test('a hundred thousand results in a mixed order take little memory', async () => {
  const count = 100_000;
  const area = await temporaryArea();
  const scratchFolder = path.join(area.root, 'scratch');
  await mkdir(scratchFolder);
  const outputs = await openRunOutputs({
    area,
    pathOut: '/data/output/',
    specs: [spec('a.csv')],
    driverColumns: ['Name'],
    trackNames: [],
    total: count,
    scratchFolder,
  });
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index += 1) {
    // Within each fifty, backwards.
    const number = index - (index % 50) + 50 - (index % 50);
    await outputs.add(0, result(number, `reply ${number} ${'x'.repeat(300)}`));
  }
  const [file] = await outputs.finish();
  // As objects the results would take over 60 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40 * 1024 * 1024);
  await outputs.close();
  expect(file?.sizeBytes).toBeGreaterThan(count * 300);
  const lines = (await readFile(path.join(area.outputRoot, 'a.csv'), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(count + 2);
  expect(lines[77_777]).toMatch(/^name 77777,reply 77777 x+$/u);
});
