import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LOADABLE, splitColumns } from '@promptwell/baiql-lang';
import { READABLE_EXTENSIONS } from '@promptwell/documents';
import writeXlsxFile from 'write-excel-file/node';
import { describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { buffer } from 'node:stream/consumers';
import {
  makeCompoundFile,
  makeLockedOpenDocument,
  makeOpenDocument,
} from '../../../documents/src/test-support/make-office.js';
import { collect, temporaryArea } from '../test-support/temporary-area.js';
import {
  assertUnchanged,
  openDocument,
  openFileItems,
  openFileSource,
  openLinesSource,
  type LineColumns,
  type RowSource,
} from './index.js';

async function openFile(name: string, content: string | Uint8Array): Promise<RowSource> {
  return openFileSource(await temporaryArea({ [name]: content }), `/data/input/${name}`);
}

async function openLines(
  content: string,
  columns: LineColumns | null = null,
  name = 'lines.txt',
): Promise<RowSource> {
  return openLinesSource(await temporaryArea({ [name]: content }), `/data/input/${name}`, columns);
}

describe('lines', () => {
  test('are the lines that hold something, with their place in the file', async () => {
    const source = await openLines('first\r\n\r\n  second\rthird');
    expect(source).toMatchObject({ total: 3, columns: ['LINE'] });
    expect(await collect(source.rows())).toEqual([
      { number: 1, line: 1, columns: ['LINE'], values: ['first'], text: 'first' },
      { number: 2, line: 3, columns: ['LINE'], values: ['  second'], text: '  second' },
      { number: 3, line: 4, columns: ['LINE'], values: ['third'], text: 'third' },
    ]);
    expect(await source.row(2)).toMatchObject({ line: 3 });
    expect((await collect(source.rows({ from: 3 }))).map((row) => row.text)).toEqual(['third']);
  });

  test('get columns under a header, which is no line to work on', async () => {
    const names = splitColumns('Name; Score');
    const source = await openLines('Nom;Note\nAnna;"5; 6"\nOtto\n', { names, skipFirst: true }, 'lines.csv');
    expect((await collect(source.rows())).map((row) => [row.line, ...row.values])).toEqual([
      [2, 'Anna', '5; 6'],
      [3, 'Otto', ''],
    ]);
  });

  test('get columns without a header', async () => {
    const source = await openLines('Anna\t5\n', { names: splitColumns('Name,Score'), skipFirst: false });
    expect(await source.row(1)).toMatchObject({
      columns: ['Name', 'Score'],
      values: ['Anna', '5'],
      text: 'Anna\t5',
    });
  });

  test('that are too long fail alone', async () => {
    const [before, long, after] = await collect((await openLines(`a\n${'x'.repeat(2_000_001)}\nb`)).rows());
    expect([before?.text, after?.text]).toEqual(['a', 'b']);
    expect(long).toMatchObject({ text: '', problem: 'The line has over 2,000,000 characters.' });
  });

  test('with a quote that is never closed fail alone', async () => {
    const names = splitColumns('Name, Answer');
    const source = await openLines('Anna,"in two\nlines"\nBen,one\n', { names, skipFirst: false });
    const [broken, , ben] = await collect(source.rows());
    expect(broken?.problem).toContain('A quote (") in the line is never closed.');
    expect(ben).toMatchObject({ number: 3, values: ['Ben', 'one'] });
    expect(ben).not.toHaveProperty('problem');
  });
});

describe('a json file', () => {
  test('gives a row for each object, under all keys', async () => {
    const source = await openFile(
      'rows.json',
      '\ufeff[ {"a": 1, "b": "x]}\\""},\n{"b": null, "c": {"d": [1]}} ,{"a":true}]\n',
    );
    expect(source).toMatchObject({ columns: ['a', 'b', 'c'], total: 3 });
    expect((await collect(source.rows())).map((row) => row.values)).toEqual([
      ['1', 'x]}"', ''],
      ['', '', '{"d":[1]}'],
      ['true', '', ''],
    ]);
    expect(await source.row(3)).toMatchObject({ text: 'a: true\nb: \nc: ' });
  });

  test('larger than a piece is cut at the right places', async () => {
    const rows = Array.from({ length: 9_000 }, (_, id) => ({ id, text: `["{${'é'.repeat(id % 50)}\\` }));
    const source = await openFile('rows.json', JSON.stringify(rows));
    expect((await collect(source.rows())).map((row) => row.values)).toEqual(
      rows.map((row) => [String(row.id), row.text]),
    );
  });

  test('marks the entries that are no objects', async () => {
    const problems = (await collect((await openFile('rows.json', '[{"a":1}, 5, {"a":}]')).rows())).map(
      (row) => row.problem,
    );
    expect(problems).toEqual([undefined, 'The row is not a JSON object.', 'The row is not valid JSON.']);
  });

  test.each([
    ['{"a":1}', 'wrong-kind'],
    ['[]', 'empty'],
    ['[{"a":1}', 'damaged'],
    ['[{"a":1},]', 'damaged'],
    ['[{"a":1}] x', 'damaged'],
    ['[{"a":"', 'damaged'],
    [`[{"a":"${'x'.repeat(3_000_000)}`, 'too-large'],
  ])('that cannot be read says why (%#)', async (content, code) => {
    await expect(openFile('rows.json', content)).rejects.toMatchObject({ name: 'SourceError', code });
  });

  test('of lines has a row in each', async () => {
    const source = await openFile('rows.jsonl', '{"a":1}\n\n{"b":2}\nnonsense\n');
    expect(source).toMatchObject({ columns: ['a', 'b'], total: 3 });
    expect((await collect(source.rows())).map((row) => row.problem ?? row.values)).toEqual([
      ['1', ''],
      ['', '2'],
      'The row is not valid JSON.',
    ]);
  });
});

test('JSON rows keep every digit of a long id', async () => {
  const source = await openFile('rows.jsonl', '{"id":1234567890123456789,"n":17}\n');
  expect((await source.row(1))?.values).toEqual(['1234567890123456789', '17']);
});

describe('an ods file', () => {
  test('gives the rows of its first visible sheet, or of the one that is named', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const sheet = (name: string, rows: string[][]) =>
      `<table:table table:name="${name}">${rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`;
    const book = await makeOpenDocument(
      'spreadsheet',
      sheet('9a', [
        ['Name', 'Town'],
        ['Ann', 'Rome'],
      ]) + sheet('9b', [['Name'], ['Bo']]),
    );
    const source = await openFile('class.ods', book);
    expect(source).toMatchObject({
      columns: ['Name', 'Town'],
      total: 1,
      notes: ['class.ods has 2 sheets: only “9a” is read. SHEET names another.'],
    });
    expect(await source.row(1)).toMatchObject({ values: ['Ann', 'Rome'] });
    const area = await temporaryArea({ 'class.ods': book });
    const named = await openFileSource(area, '/data/input/class.ods', undefined, { sheet: '9b' });
    expect(await named.row(1)).toMatchObject({ values: ['Bo'] });
  });
});

test.each([
  ['rows.xlsx', () => makeCompoundFile(['EncryptedPackage'])],
  ['rows.ods', () => makeLockedOpenDocument('spreadsheet')],
])('%s with a password says so', async (name, make) => {
  await expect(openFile(name, await make())).rejects.toMatchObject({
    code: 'encrypted',
    message: `${name} is protected by a password. Save it without one.`,
  });
});

describe('an xlsx file', () => {
  test('gives the rows of its first sheet', async () => {
    const sheet = [
      ['Name', 'Score', 'Passed', 'Day'],
      ['Anna', 1.5, true, new Date('2024-03-01T00:00:00Z')],
      [null, null, null, null],
      ['=1+1', null, false, new Date('2024-03-01T09:30:00Z')],
    ].map((row) =>
      row.map((value) => (value instanceof Date ? { value, format: 'yyyy-mm-dd hh:mm' } : value)),
    );
    const source = await openFile('rows.xlsx', await writeXlsxFile(sheet).toBuffer());
    expect(source).toMatchObject({ columns: ['Name', 'Score', 'Passed', 'Day'], total: 2 });
    expect((await collect(source.rows())).map((row) => row.values)).toEqual([
      ['Anna', '1.5', 'TRUE', '2024-03-01'],
      ['=1+1', '', 'FALSE', '2024-03-01 09:30:00'],
    ]);
    expect(await source.row(2)).toMatchObject({ number: 2 });
    expect(await source.row(3)).toBeUndefined();
  });

  test('has its numbers as numbers for outputs, and long ones as the texts that a sheet shows', async () => {
    const sheet = [
      ['Account', 'Balance', 'Article', 'Note'],
      ['0042', -1_250.5, 4_006_381_333_931, null],
    ];
    const source = await openFile('rows.xlsx', await writeXlsxFile(sheet).toBuffer());
    expect(await source.row(1)).toMatchObject({
      values: ['0042', '-1250.5', '4006381333931', ''],
      cells: ['0042', -1_250.5, '4006381333931', ''],
    });
  });

  test('with several sheets says which one is read, and that percentages are fractions', async () => {
    const share = { value: 0.25, type: Number, format: '0.0%' };
    const sheets = [
      {
        sheet: 'Q&A',
        data: [
          ['Name', 'Share'],
          ['Anna', share],
        ],
      },
      { sheet: 'Rates', data: [['Rates'], [3]] },
    ];
    const source = await openFile('book.xlsx', await writeXlsxFile(sheets).toBuffer());
    expect(source).toMatchObject({ columns: ['Name', 'Share'], total: 1 });
    expect(source.notes).toEqual([
      'book.xlsx has 2 sheets: only “Q&A” is read. SHEET names another.',
      'book.xlsx has cells in percent: 25% is read as 0.25. Compare with 0.25, not with 25.',
    ]);
  });

  test('with merged cells says that only the first of them has the value', async () => {
    const sheet = [
      ['Class', 'Name'],
      [{ value: '7a', rowSpan: 2 }, 'Anna'],
      [null, 'Otto'],
    ];
    const source = await openFile('classes.xlsx', await writeXlsxFile(sheet).toBuffer());
    expect(await source.row(2)).toMatchObject({ values: ['', 'Otto'] });
    expect(source.notes).toEqual([
      'classes.xlsx has merged cells: only the first cell of each has its value, and the others are empty.',
    ]);
  });

  test('with a title above its header says that the first row is taken for it', async () => {
    const sheet = [['Sales 2026'], ['Region', 'Amount'], ['North', 5]];
    const source = await openFile('sales.xlsx', await writeXlsxFile(sheet).toBuffer());
    expect(source.notes).toEqual([
      'sales.xlsx names only 1 of its 2 columns in the first row, which is its header. Delete what stands above the real one.',
    ]);
  });

  test('that unpacks to very much is refused before it is unpacked', async () => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(Buffer.alloc(80 * 1024 * 1024), 'xl/worksheets/sheet1.xml');
    zip.end();
    const bomb = await buffer(zip.outputStream);
    expect(bomb.length).toBeLessThan(200_000);
    await expect(openFile('rows.xlsx', bomb)).rejects.toMatchObject({ code: 'too-large' });
    // One that declares less than it holds is found out while it is unpacked.
    const central = bomb.indexOf(Buffer.from('PK\x01\x02'));
    bomb.writeUInt32LE(1_000, central + 24);
    await expect(openFile('rows.xlsx', bomb)).rejects.toMatchObject({ code: 'too-large' });
  });

  test.each([
    ['a value', '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>', 'column 16,384'],
    ['a row', '<row r="1000000000"></row>', 'row 1,000,000,000'],
  ])(
    'with %s far from all others is refused before the empty cells fill the memory',
    async (_, far, told) => {
      const zip = new yazl.ZipFile();
      const parts = {
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>${far}</sheetData></worksheet>`,
      };
      for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
      zip.end();
      await expect(openFile('rows.xlsx', await buffer(zip.outputStream))).rejects.toThrow(told);
    },
  );

  test.each([
    ['cells', 'cells', `<row>${'<c t="s"><v>0</v></c>'.repeat(500_001)}</row>`, 1],
    ['cells in a namespace @soak', 'cells', `<row>${'<x:c><v>0</v></x:c>'.repeat(500_001)}</row>`, 1],
    ['texts', 'texts', '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', 500_001],
  ])(
    'with too many %s is refused by their count, before it is parsed (%#)',
    async (_, what, rows, strings) => {
      const zip = new yazl.ZipFile();
      const parts = {
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(strings)}</sst>`,
      };
      for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
      zip.end();
      await expect(openFile('rows.xlsx', await buffer(zip.outputStream))).rejects.toThrow(
        `rows.xlsx has 500,001 ${what}, and 500,000 are read from an xlsx file. Save the sheet as csv, which has no such limit.`,
      );
    },
  );

  test.each([['not a zip'], [new Uint8Array(0)]])('that is none says so (%#)', async (content) => {
    await expect(openFile('rows.xlsx', content)).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('a source', () => {
  test('of the wrong kind or place is refused by name', async () => {
    const area = await temporaryArea({
      'a.pdf': 'x',
      'b.csv': 'x',
      'c.csv': 'x',
      'notes.xyz': 'x',
      'a.constructor': 'x',
    });
    await expect(openFileSource(area, '/data/input/a.pdf')).rejects.toThrow('a.pdf cannot be loaded as FILE');
    await expect(openFileSource(area, '/data/input/a.constructor')).rejects.toMatchObject({
      code: 'wrong-kind',
    });
    await expect(openLinesSource(area, '/data/input/a.pdf', null)).rejects.toThrow(
      'a.pdf cannot be loaded as LINES',
    );
    await expect(openDocument(area, '/data/input/notes.xyz')).rejects.toThrow(
      'notes.xyz cannot be loaded as REF',
    );
    await expect(openFileSource(area, '/data/input/*.csv')).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(openFileSource(area, '/data/input/none.csv')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('that changed is told from one that was only touched', async () => {
    const area = await temporaryArea({ 'a.csv': 'a\n1\n' });
    const real = path.join(area.inputRoot, 'a.csv');
    const before = (await openFileSource(area, '/data/input/a.csv')).fingerprint;
    await utimes(real, 1_000, 1_000);
    assertUnchanged(before, (await openFileSource(area, '/data/input/a.csv')).fingerprint);
    await writeFile(real, 'a\n2\n');
    const other = (await openFileSource(area, '/data/input/a.csv')).fingerprint;
    expect(() => {
      assertUnchanged(before, other);
    }).toThrow(
      '/data/input/a.csv has changed since this run began (it has the same size but other content).',
    );
    await writeFile(real, 'a\n1\n2\n');
    const longer = (await openFileSource(area, '/data/input/a.csv')).fingerprint;
    expect(() => {
      assertUnchanged(before, longer);
    }).toThrow('it had 4 bytes and now has 6');
    // A checkpoint restores what it stored.
    assertUnchanged(JSON.parse(JSON.stringify(longer)) as typeof longer, longer);
    expect(await readFile(real, 'utf8')).toBe('a\n1\n2\n');
  });

  test('of files lists what can be read and names what cannot', async () => {
    const area = await temporaryArea({
      'e/essay10.PDF': 'x',
      'e/essay2.txt': 'x',
      'e/tool.exe': 'x',
      'empty/.keep': '',
    });
    const items = await openFileItems(area, '/data/input/e/');
    expect(items.files.map((file) => file.path)).toEqual([
      '/data/input/e/essay2.txt',
      '/data/input/e/essay10.PDF',
    ]);
    expect(items.ignored).toEqual(['tool.exe']);
    await writeFile(path.join(area.inputRoot, 'e/essay3.txt'), 'new');
    const later = await openFileItems(area, '/data/input/e/');
    expect(() => {
      assertUnchanged(items.fingerprint, later.fingerprint);
    }).toThrow('it had 2 files and now has 3');
    await rm(path.join(area.inputRoot, 'e/essay3.txt'));
    await writeFile(path.join(area.inputRoot, 'e/essay2.txt'), 'mended');
    const mended = await openFileItems(area, '/data/input/e/');
    expect(() => {
      assertUnchanged(items.fingerprint, mended.fingerprint);
    }).toThrow('Start a new run');
    await expect(openFileItems(area, '/data/input/empty/')).rejects.toThrow(
      '/data/input/empty/ has no files',
    );
    await expect(openFileItems(area, '/data/input/e/*.exe')).rejects.toThrow(
      'has no files that can be read as text',
    );
  });
});

test('folders inside of a folder are named, since their files are no part of it', async () => {
  const area = await temporaryArea({ 'cvs/a.txt': 'a', 'cvs/2026/b.txt': 'b', 'cvs/.git/c.txt': 'c' });
  const open = (path: string) => openFileItems(area, `/data/input/${path}`);
  expect(await open('cvs')).toMatchObject({ files: [{ name: 'a.txt' }], folders: ['2026'] });
  expect(await open('cvs/**/*')).toMatchObject({
    files: [{ name: 'b.txt' }, { name: 'a.txt' }],
    folders: [],
  });
  await rm(path.join(area.inputRoot, 'cvs/a.txt'));
  await expect(open('cvs/')).rejects.toThrow(
    '/data/input/cvs/ has no files, only folders. Load /data/input/cvs/**/* to read those in them.',
  );
});

test('what is loaded as a document is what documents can read, except tables, which are rows', () => {
  const tables = ['tsv', 'xlsx', 'xlsm', 'ods', 'ots'];
  const documents = READABLE_EXTENSIONS.filter((extension) => !tables.includes(extension));
  expect([...LOADABLE.WORK.extensions].sort()).toEqual(documents.toSorted());
});
