import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { result, runOutputs, spec } from '../test-support/run-outputs.js';
import { temporaryArea } from '../test-support/temporary-area.js';
import { createFileWriter, openRunOutputs, type OutputResult } from './index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('the files of a run', () => {
  test('are the same, byte for byte, whatever the order of the results @soak', async () => {
    const results = Array.from({ length: 8 }, (_, index) =>
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
      const { files, bytes } = await runOutputs(specs, order);
      return Promise.all(
        files.map(async ({ path: at }) => [
          at,
          (await bytes(at.slice('/data/output/'.length))).toString('base64'),
        ]),
      );
    };
    const expected = await snapshot(results);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(results, { minLength: 8 }), async (order) => {
        expect(await snapshot(order)).toEqual(expected);
      }),
      { numRuns: 2 },
    );
  });

  test('hold the latest result of a transaction that was run again', async () => {
    const { text } = await runOutputs([spec('a.csv')], [result(1, 'old'), result(2, 'x'), result(1, 'new')]);
    expect(await text('a.csv')).toBe('\ufeffName,reply\r\nname 1,new\r\nname 2,x\r\n');
  });

  test('come with a list of failures, which goes when there are none', async () => {
    const area = await temporaryArea();
    const failures = [
      { number: 9, label: 'z.pdf', reason: 'No text.' },
      { number: 3, label: 'c.pdf', reason: 'Refused, twice' },
    ];
    const { text, files } = await runOutputs([spec('a.csv')], [result(1, 'x')], { area, failures });
    expect(await text('a.csv.errors.csv')).toBe(
      '\ufeffnumber,item,reason\r\n3,c.pdf,"Refused, twice"\r\n9,z.pdf,No text.\r\n',
    );
    expect(files.map((file) => file.path)).toEqual(['/data/output/a.csv', '/data/output/a.csv.errors.csv']);
    await runOutputs([spec('a.csv')], [result(1, 'x')], { area });
    expect(await readdir(area.outputRoot)).toEqual(['a.csv']);
  });

  test('have such a list however long their name is', async () => {
    const name = `${'n'.repeat(250)}.csv`;
    const failures = [{ number: 1, label: 'Ann', reason: 'Refused.' }];
    const { files } = await runOutputs([spec(name)], [], { failures });
    expect(files.map((file) => path.posix.basename(file.path))).toEqual([
      `${'n'.repeat(196)}.csv`,
      `${'n'.repeat(196)}.csv.errors.csv`,
    ]);
  });

  test('have a row for a transaction that sent nothing, and one for a reply that is no JSON', async () => {
    const { text } = await runOutputs(
      [spec('a.json', 'aggregate', 'json')],
      [result(1, '{"a":1}'), result(2, ''), result(3, 'About nine.')],
    );
    expect(JSON.parse(await text('a.json'))).toEqual([
      { Name: 'name 1', a: 1 },
      { Name: 'name 2' },
      { Name: 'name 3', reply: 'About nine.' },
    ]);
  });

  test('never overwrite each other', async () => {
    const { files } = await runOutputs([spec('a.csv'), spec('A.csv')], [result(1, 'x')]);
    expect(files.map((file) => file.path)).toEqual(['/data/output/a.csv', '/data/output/A-2.csv']);
  });

  test('never take the place of a file that they are made from', async () => {
    const area = await temporaryArea({ 'people.csv': 'Name\nAnn\nBen\n', 'essay.txt': 'Mine.' });
    const { files } = await runOutputs(
      [spec('people.csv'), spec('feedback.txt', 'match')],
      [result(1, 'Good.', { fileName: 'essay.txt' })],
      { area, pathOut: '/data/input/', reserved: ['/data/input/people.csv', '/data/input/essay.txt'] },
    );
    expect(files.map((file) => file.path)).toEqual([
      '/data/input/people-2.csv',
      '/data/input/essay-feedback.txt',
    ]);
    expect(await readFile(path.join(area.inputRoot, 'people.csv'), 'utf8')).toBe('Name\nAnn\nBen\n');
    expect(await readFile(path.join(area.inputRoot, 'essay.txt'), 'utf8')).toBe('Mine.');
  });

  test('appear complete or not at all', async () => {
    const area = await temporaryArea();
    await writeFile(path.join(area.outputRoot, 'a.json'), 'earlier');
    const failing = runOutputs(
      [spec('a.json', 'aggregate', 'json')],
      [result(1, '{"a":1}'), result(2, `{"a":"${'x'.repeat(200)}"}`)],
      { area, quotaBytes: 100 },
    );
    await expect(failing).rejects.toMatchObject({ name: 'OutputError', code: 'over-quota' });
    expect(await readdir(area.outputRoot)).toEqual(['a.json']);
    expect(await readFile(path.join(area.outputRoot, 'a.json'), 'utf8')).toBe('earlier');
  });

  test('are there where another one cannot be written', async () => {
    const area = await temporaryArea();
    const specs = [spec('a.docx'), spec('a.csv')];
    const failing = runOutputs(specs, [result(1, 'x'.repeat(10_000_001))], { area });
    await expect(failing).rejects.toMatchObject({ code: 'too-large' });
    expect(await readdir(area.outputRoot)).toEqual(['a.csv']);
  });

  test('stay within the quota, and an earlier file stays when the new one does not fit', async () => {
    const area = await temporaryArea({ 'essay.txt': 'x'.repeat(500) });
    const results = (length: number) => [result(1, 'r'.repeat(length))];
    await runOutputs([spec('a.txt')], results(300), { area, quotaBytes: 1_000 });
    // Replacing a file frees its space.
    await runOutputs([spec('a.txt')], results(400), { area, quotaBytes: 1_000 });
    await expect(
      runOutputs([spec('a.txt')], results(600), { area, quotaBytes: 1_000 }),
    ).rejects.toMatchObject({
      code: 'over-quota',
      message: 'Your files have no room for a.txt. Delete some, then resume the run.',
    });
    expect(await readFile(path.join(area.outputRoot, 'a.txt'), 'utf8')).toMatch(/\nr{400}\n$/u);
    expect(await readdir(area.outputRoot)).toEqual(['a.txt']);
  });

  test('are no more than may be kept, however small; one that is there is written anew', async () => {
    const area = await temporaryArea({ 'list.csv': 'Name' });
    const write = await createFileWriter(area, 1_000, undefined, 2);
    const pieces = () => Readable.from(['x']);
    await write('/data/output/a.txt', pieces());
    await expect(write('/data/output/b.txt', pieces())).rejects.toMatchObject({
      code: 'over-quota',
      message: 'You have 2 files, which is the maximum. Delete some, then resume the run.',
    });
    expect(await write('/data/output/a.txt', pieces())).toMatchObject({ sizeBytes: 1 });
    expect(await readdir(area.outputRoot)).toEqual(['a.txt']);
  });

  test.each([
    ['../x.csv', 'leaves-area'],
    ['/data/input/x.csv', 'bad-path'],
    ['x.pdf', 'bad-path'],
    ['x', 'bad-path'],
  ])('are refused outside PATH_OUT and in other formats: %s', async (name, code) => {
    await expect(runOutputs([spec(name)], [])).rejects.toMatchObject({ code });
  });
});

test('tens of thousands of long results in a mixed order take little memory @soak', async () => {
  const count = 10_000;
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
  const usedBytes = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = usedBytes();
  for (let index = 0; index < count; index += 1) {
    // Within each fifty, backwards.
    const number = index - (index % 50) + 50 - (index % 50);
    await outputs.add(0, result(number, `reply ${number} ${'x'.repeat(2_400)}`));
  }
  const {
    files: [file],
  } = await outputs.finish();
  // As objects the results would take over 24 MB.
  expect(usedBytes() - before).toBeLessThan(10 * 1024 * 1024);
  await outputs.close();
  expect(file?.sizeBytes).toBeGreaterThan(count * 2_400);
  const lines = (await readFile(path.join(area.outputRoot, 'a.csv'), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(count + 2);
  expect(lines[7_777]).toMatch(/^name 7777,reply 7777 x+$/u);
});
