import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDocumentReader } from '@promptwell/documents';
import writeXlsxFile from 'write-excel-file/node';
import { collect, temporaryArea } from '../test-support/temporary-area.js';
import { openFileSource } from '../sources/index.js';
import { renameEntry } from './change-files.js';
import { listFolder } from './list-folder.js';
import { previewFile, setEncoding } from './preview-file.js';

const documents = createDocumentReader({ maxProcesses: 1 });
const { signal } = new AbortController();
afterAll(() => documents.close());

async function previewOf(name: string, content: string | Uint8Array) {
  const area = await temporaryArea({ [name]: content });
  return previewFile(area, `/data/input/${name}`, documents, signal);
}

it('shows the first rows of a table, and whether there are more', async () => {
  expect(await previewOf('a.csv', 'Student Name;Town\nAnn;Ulm\nBob;Bonn\n')).toEqual({
    kind: 'table',
    columns: ['Student Name', 'Town'],
    placeholders: ['{STUDENT_NAME}', '{TOWN}'],
    rows: [
      ['Ann', 'Ulm'],
      ['Bob', 'Bonn'],
    ],
    isWhole: true,
  });
  const priced = await previewOf('prices.csv', 'Article;2024;Price (€);Price ($)\nPen;3;1,20;1,40\n');
  expect(priced).toMatchObject({ placeholders: ['{ARTICLE}', '{COL2}', '{COL3}', '{COL4}'] });
  const many = await previewOf('b.csv', `Name,Town\n${'Ann,Ulm\n'.repeat(20_000)}`);
  expect(many).toMatchObject({ kind: 'table', isWhole: false });
  expect(many.kind === 'table' && many.rows).toHaveLength(50);
});

it('leaves out a record that the beginning of a large file cuts off', async () => {
  const wide = await previewOf('wide.csv', `Text\n${`${'x'.repeat(30_000)}\n`.repeat(10)}`);
  expect(wide.kind === 'table' && wide.rows.map(([cell]) => cell?.length)).toEqual([501, 501]);
});

it('shows a workbook as a table', async () => {
  const book = await writeXlsxFile([
    [{ value: 'Name' }, { value: 'Points' }],
    [{ value: 'Ann' }, { value: 12.5 }],
  ]).toBuffer();
  expect(await previewOf('a.xlsx', book)).toEqual({
    kind: 'table',
    columns: ['Name', 'Points'],
    placeholders: ['{NAME}', '{POINTS}'],
    rows: [['Ann', '12.5']],
    isWhole: true,
  });
  expect(await previewOf('b.xlsx', 'no workbook')).toMatchObject({ kind: 'none' });
});

it('shows texts in their encoding, cut where they are long', async () => {
  const old = Buffer.from('Café', 'latin1');
  expect(await previewOf('old.txt', old)).toMatchObject({ kind: 'text', text: 'Café', isWhole: true });
  expect(await previewOf('new.txt', 'Café')).toEqual({ kind: 'text', text: 'Café', isWhole: true });
  const long = await previewOf('long.md', 'word '.repeat(10_000));
  expect(long).toMatchObject({ kind: 'text', isWhole: false });
  expect(long.kind === 'text' && long.text).toHaveLength(20_000);
});

it('says why there is nothing to show', async () => {
  expect(await previewOf('empty.txt', '')).toEqual({ kind: 'none', message: 'empty.txt is empty.' });
  expect(await previewOf('a.zip', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toMatchObject({
    kind: 'none',
  });
  expect(await previewOf('a.pdf', 'no pdf')).toMatchObject({ kind: 'none' });
});

it('refuses folders, and what is not there', async () => {
  const area = await temporaryArea({ 'one/a.txt': 'a' });
  const refusal = (virtual: string) =>
    previewFile(area, virtual, documents, signal).catch((error: unknown) => error);
  expect(await refusal('/data/input/one/')).toMatchObject({ code: 'not-a-file' });
  expect(await refusal('/data/input/none.txt')).toMatchObject({ code: 'not-found' });
  expect(await refusal('/data/input/../../etc/passwd')).toMatchObject({ code: 'leaves-area' });
});

// "Name\nÇağla\n" and the like in the Turkish encoding: few letters, so that others read as well.
const DOUBTFUL = Buffer.from([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xde, 0xfe, 0x0a]);
const TABLE = '/data/input/names.csv';

it('offers the likely readings of a doubtful table, and reads it as chosen', async () => {
  const area = await temporaryArea({ 'names.csv': DOUBTFUL });
  const preview = () => previewFile(area, TABLE, documents, signal);
  const before = await preview();
  const offered = before.kind === 'table' ? before.encoding : undefined;
  expect(offered).toMatchObject({ isChosen: false });
  expect(offered?.readings.length).toBeGreaterThan(1);
  expect(
    new Set([...(offered?.readings ?? []).map((each) => each.encoding), ...(offered?.others ?? [])]),
  ).toContain('windows-1254');
  await setEncoding(area, TABLE, 'windows-1254');
  expect(await preview()).toMatchObject({
    rows: [['Şş']],
    encoding: { encoding: 'windows-1254', isChosen: true },
  });
  await setEncoding(area, TABLE, null);
  expect(await preview()).toEqual(before);
});

it('marks doubtful texts in their folder until a person chooses', async () => {
  const area = await temporaryArea({ 'names.csv': DOUBTFUL, 'plain.csv': 'a,é\n', 'names.bin': DOUBTFUL });
  const encodingsOf = async () =>
    (await listFolder(area, '/data/input/', 1_000)).entries.flatMap(({ name, encodings }) =>
      encodings === undefined ? [] : [{ name, encodings }],
    );
  const [only, ...others] = await encodingsOf();
  expect(others).toEqual([]);
  expect(only?.name).toBe('names.csv');
  expect(only?.encodings.length).toBeGreaterThan(1);
  await setEncoding(area, TABLE, 'windows-1254');
  expect(await encodingsOf()).toEqual([]);
});

it('uses the choice in scripts, unless the script has an ENCODING of its own', async () => {
  const area = await temporaryArea({ 'names.csv': DOUBTFUL });
  const read = async (choice?: { encoding: string }) => {
    const source = await openFileSource(area, TABLE, undefined, choice);
    const [row] = await collect(source.rows({ signal }));
    await source.close();
    return { cells: row?.values, notes: source.notes };
  };
  expect((await read()).notes).toHaveLength(1);
  await setEncoding(area, TABLE, 'windows-1254');
  expect(await read()).toEqual({ cells: ['Şş'], notes: [] });
  expect(await read({ encoding: 'windows-1252' })).toMatchObject({ cells: ['Þþ'] });
});

it('keeps the choice when the file is renamed, and asks again when it is replaced', async () => {
  const area = await temporaryArea({ 'old/names.csv': DOUBTFUL });
  await setEncoding(area, '/data/input/old/names.csv', 'windows-1254');
  await renameEntry(area, { path: '/data/input/old/', to: 'new' });
  const preview = () => previewFile(area, '/data/input/new/names.csv', documents, signal);
  expect(await preview()).toMatchObject({ encoding: { isChosen: true } });
  const real = path.join(area.inputRoot, 'new/names.csv');
  await writeFile(real, DOUBTFUL);
  await utimes(real, new Date(), new Date(Date.now() + 5_000));
  expect(await preview()).toMatchObject({ encoding: { isChosen: false } });
});
