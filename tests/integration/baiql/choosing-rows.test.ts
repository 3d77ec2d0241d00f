import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { createEngine, type Area, type Engine, type RunJob } from '@promptwell/baiql-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { temporaryArea } from '../../../packages/baiql-runtime/src/test-support/temporary-area.js';
import { encoded } from '../../../packages/documents/src/test-support/encode-text.js';
import { rememberingHost, type Answering } from './remembering-host.js';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

const partOf = (bytes: Uint8Array, name: string): string =>
  strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());

let runs = 0;

async function run(
  body: string,
  files: Record<string, string | Buffer>,
  answer: Answering = ({ prompt }) => prompt,
  more: Partial<RunJob> = {},
) {
  runs += 1;
  const area: Area = await temporaryArea(files);
  const memory = rememberingHost(answer);
  const job: RunJob = {
    executionId: `run-${runs}`,
    plan: compile(parse(`BATCH_START\n${body}\nEND_BATCH\n`).tree),
    area,
    continue: 'fresh',
    quiet: false,
    person: { userId: 'u', userName: 'Ada', sessionId: '' },
    limits: { maxParallel: 8, budgetMicroUsd: null },
    modelOverride: null,
    ...more,
  };
  const outcome = await engine.start(job, memory.host).done;
  return {
    outcome,
    ...memory,
    rest: () => {
      const whole = { ...job, continue: 'resume' } as const;
      Reflect.deleteProperty(whole, 'first');
      return engine.start(whole, memory.host).done;
    },
    estimate: () => engine.estimate(job, memory.host),
    prompts: () => memory.sent.map(({ prompt }) => prompt).toSorted((a, b) => a.localeCompare(b)),
    file: (name: string) => readFile(path.join(area.outputRoot, name)),
    table: async (name: string) =>
      (await readFile(path.join(area.outputRoot, name), 'utf8')).replace('\ufeff', '').trim().split('\r\n'),
  };
}

const MARKS = `Class 7b;;
Teacher: M. Weber;;
Name;City;Score
Ann;Rome;7
Ben;Paris;9
Cem;Rome;n/a
Di;Rome;4
Eva;Rome;9
Fay;Rome;10
`;

describe('LOAD … AS FILE', () => {
  it('takes the row of HEADER for the header, whatever stands above it', async () => {
    const { outcome, prompts } = await run(
      'LOAD marks.csv AS FILE HEADER 3\nPROMPT "{NAME} of {CITY}"\nRUN',
      { 'marks.csv': MARKS },
    );
    expect(outcome.totals).toMatchObject({ total: 6, succeeded: 6 });
    expect(prompts()[0]).toBe('Ann of Rome');
  });

  it('keeps the rows of WHERE, in the order of SORT BY, the FIRST of them; what cannot be compared fails alone', async () => {
    const body = (choice: string): string =>
      `LOAD marks.csv AS FILE HEADER 3 ${choice}\nPROMPT "{NAME} {XACT}"\nRUN\nOUTPUT o.csv`;
    const files = { 'marks.csv': MARKS };
    const all = await run(body('WHERE SCORE > 5 AND CITY = "rome"'), files);
    expect(all.outcome.totals).toMatchObject({ total: 4, succeeded: 3, failed: 1 });
    expect(await all.table('o.csv.errors.csv')).toContain(
      '2,Cem,"WHERE: > needs numbers, and ""n/a"" is not a number."',
    );
    expect(await all.table('o.csv')).toEqual([
      'Name,City,Score,reply',
      'Ann,Rome,7,Ann 1',
      'Eva,Rome,9,Eva 3',
      'Fay,Rome,10,Fay 4',
    ]);
    const best = await run(body('WHERE NOT NAME = "Cem" SORT BY Score DESC FIRST 3'), files);
    expect((await best.table('o.csv')).slice(1)).toEqual([
      'Fay,Rome,10,Fay 1',
      'Ben,Paris,9,Ben 2',
      'Eva,Rome,9,Eva 3',
    ]);
    expect(await best.estimate()).toMatchObject({ transactions: 3, requests: 3 });
  });

  it('goes on where it stopped, with the same rows under the same numbers', async () => {
    const body =
      'LOAD marks.csv AS FILE HEADER 3 WHERE CITY = "Rome" SORT BY Name DESC\nPROMPT "{NAME}"\nRUN\nOUTPUT o.csv';
    const { outcome, rest, sent, table } = await run(body, { 'marks.csv': MARKS }, undefined, { first: 2 });
    expect(outcome).toMatchObject({ status: 'completed', reason: 'trial', remaining: 3 });
    expect(await rest()).toMatchObject({ totals: { succeeded: 5 } });
    expect(sent.map(({ prompt }) => prompt)).toHaveLength(5);
    expect((await table('o.csv')).slice(1).map((row) => row.split(',')[0])).toEqual([
      'Fay',
      'Eva',
      'Di',
      'Cem',
      'Ann',
    ]);
  });

  it('does not begin where no row is left, or a column is missing', async () => {
    const files = { 'marks.csv': MARKS };
    const ended = async (choice: string) =>
      (await run(`LOAD marks.csv AS FILE HEADER 3 ${choice}\nPROMPT "{NAME}"\nRUN`, files)).outcome;
    expect(await ended('WHERE CITY = "Oslo"')).toMatchObject({
      status: 'failed',
      reason: 'source',
      message: 'Line 2: No row of /data/input/marks.csv fits WHERE.',
    });
    expect((await ended('SORT BY Grade')).message).toContain('has no column Grade');
  });

  it('reads the sheet of SHEET, joins merged cells of its header and fills merged cells down', async () => {
    const text = (value: string) => ({ value, type: String });
    const book = await writeXlsxFile([
      { sheet: 'Notes', data: [[text('Nothing here')]] },
      {
        sheet: 'Marks',
        data: [
          [text('Marks of class 7b')],
          [
            { value: 'Class', rowSpan: 2 },
            { value: 'Name', rowSpan: 2 },
            { value: 'Marks', columnSpan: 2 },
            null,
          ],
          [null, null, text('Math'), text('Art')],
          [{ value: '7a', rowSpan: 2 }, text('Ann'), { value: 1, type: Number }, { value: 2, type: Number }],
          [null, text('Ben'), { value: 3, type: Number }, { value: 4, type: Number }],
          [text('7b'), text('Cem'), { value: 5, type: Number }, { value: 6, type: Number }],
        ],
      },
    ]).toBuffer();
    const body = (sheet: string): string =>
      `LOAD marks.xlsx AS FILE SHEET ${sheet} HEADER 2\nPROMPT "{CLASS} {NAME} {MARKS_MATH} {MARKS_ART}"\nRUN`;
    const files = { 'marks.xlsx': book };
    for (const sheet of ['"marks"', '2']) {
      const { prompts } = await run(body(sheet), files);
      expect(prompts()).toEqual(['7a Ann 1 2', '7a Ben 3 4', '7b Cem 5 6']);
    }
    expect((await run(body('"Points"'), files)).outcome.message).toBe(
      'Line 2: marks.xlsx has no sheet "Points". It has “Notes”, “Marks”.',
    );
  });

  it('is read in the encoding of ENCODING, as documents are', async () => {
    const sjis = Buffer.concat([Buffer.from('Name\n'), Buffer.from([0x8d, 0xb2, 0x93, 0xa1, 0x0a])]);
    const table = await run('LOAD a.csv AS FILE ENCODING "shift_jis"\nPROMPT "{NAME}"\nRUN', {
      'a.csv': sjis,
    });
    expect(table.prompts()).toEqual(['佐藤']);
    const text = await run('LOAD a.txt AS WORK ENCODING "sjis"\nPROMPT "{INPUT_TEXT}"\nRUN', {
      'a.txt': sjis,
    });
    expect(text.prompts()).toEqual(['Name\n佐藤\n']);
    const wrong = await run('LOAD a.csv AS FILE ENCODING "klingon"\nPROMPT "{NAME}"\nRUN', { 'a.csv': sjis });
    expect(wrong.outcome.message).toContain('There is no encoding "klingon".');
  });
});

describe('a file that is no Unicode', () => {
  const noteOf = async (file: Record<string, Buffer>, load: string): Promise<readonly string[]> => {
    const { estimate } = await run(`LOAD ${load}\nPROMPT "{INPUT}"\nRUN`, file);
    return (await estimate()).notes;
  };

  it('says how it is read before anything is paid, for tables and documents alike', async () => {
    const names = encoded('Adı,Notu\nGökhan Başaran,1\nŞule Eroğlu,2\nYağmur Çalışkan,3\n', 'windows-1254');
    expect(await noteOf({ 'a.csv': names }, 'a.csv AS FILE')).toEqual([
      'a.csv is read as windows-1254. ENCODING on its LOAD names another.',
    ]);
    expect(await noteOf({ 'a.txt': names }, 'a.txt AS WORK')).toEqual([
      'a.txt is read as windows-1254. ENCODING on its LOAD names another.',
    ]);
    expect(await noteOf({ 'a.csv': names }, 'a.csv AS FILE ENCODING "windows-1254"')).toEqual([]);
  });

  it('shows its readings side by side where a short text leaves more than one', async () => {
    const [note = ''] = await noteOf({ 'a.csv': encoded('Name\nAyşe\n', 'windows-1254') }, 'a.csv AS FILE');
    expect(note).toMatch(/^a\.csv can be read in more than one way: windows-1252 “.*”, .*windows-1254 “.*ş/u);
    expect(note).toContain('It is read as windows-1252; ENCODING "…" on its LOAD chooses.');
  });
});

describe('PAIRS', () => {
  const contracts = { 'c/a.txt': 'A.', 'c/b.txt': 'B.', 'c/c.txt': 'C.', 'c/d.txt': 'D.' };

  it('makes a transaction of every two files', async () => {
    const body =
      'LOAD c AS WORK PAIRS\nPROMPT "{FILENAME}+{FILENAME2}: {INPUT_TEXT}{INPUT_TEXT2}"\nRUN\nOUTPUT o.csv';
    const { outcome, table } = await run(body, contracts, ({ prompt }) => prompt.slice(-4));
    expect(outcome.totals).toMatchObject({ total: 6, succeeded: 6 });
    expect(await table('o.csv')).toEqual([
      'FILENAME,FILENAME2,reply',
      'a.txt,b.txt,A.B.',
      'a.txt,c.txt,A.C.',
      'a.txt,d.txt,A.D.',
      'b.txt,c.txt,B.C.',
      'b.txt,d.txt,B.D.',
      'c.txt,d.txt,C.D.',
    ]);
  });

  it('names the files of MATCH after both, and takes the FIRST of them', async () => {
    const body = 'LOAD c AS WORK PAIRS FIRST 2\nPROMPT "{INPUT}"\nRUN\nOUTPUT "notes/n.txt" MATCH';
    const { outcome, prompts } = await run(body, contracts);
    expect(outcome.outputs.map((file) => path.posix.basename(file.path))).toEqual(['a-b.txt', 'a-c.txt']);
    expect(prompts()[0]).toBe('--- a.txt ---\nA.\n\n--- b.txt ---\nB.');
  });

  it('needs two files', async () => {
    const { outcome } = await run('LOAD c AS WORK PAIRS\nPROMPT "{INPUT}"\nRUN', { 'c/a.txt': 'A.' });
    expect(outcome.message).toContain('PAIRS needs at least two files');
  });
});

describe('OUTPUT', () => {
  it('ranks the rows by SORT BY, ties in order, and writes the TOP of them', async () => {
    const scores: Record<string, number> = { Ann: 7, Ben: 10, Cem: 9, Di: 9 };
    const body =
      'LOAD r.csv AS FILE\nPROMPT "{NAME}"\nRUN\nOUTPUT o.csv FIELDS score NUMBER SORT BY score DESC TOP 3';
    const { table } = await run(body, { 'r.csv': 'Name\nAnn\nBen\nCem\nDi\n' }, ({ prompt }) =>
      JSON.stringify({ score: scores[prompt] }),
    );
    expect(await table('o.csv')).toEqual(['Name,score', 'Ben,10', 'Cem,9', 'Di,9']);
  });
});

describe('an xlsx file made from one', () => {
  it('keeps dates, percentages and numbers as what they are, and texts as they stand', async () => {
    const text = (value: string) => ({ value, type: String });
    const book = await writeXlsxFile([
      [text('Name'), text('Since'), text('Share'), text('Points')],
      [
        text('=Discount'),
        { value: new Date(Date.UTC(2020, 1, 3)), type: Date, format: 'dd.mm.yyyy' },
        { value: 0.25, type: Number, format: '0%' },
        { value: 7.5, type: Number },
      ],
    ]).toBuffer();
    const body =
      'LOAD people.xlsx AS FILE\nPROMPT "{NAME} {SINCE} {SHARE}"\nRUN\nOUTPUT o.xlsx FIELDS due DATE, plain';
    const { prompts, file } = await run(body, { 'people.xlsx': book }, () =>
      JSON.stringify({ due: '2026-11-28', plain: '2026-11-28' }),
    );
    expect(prompts()).toEqual(['=Discount 2020-02-03 0.25']);
    const bytes = await file('o.xlsx');
    const [, row] = await readSheet(bytes);
    expect(row).toEqual([
      '=Discount',
      new Date(Date.UTC(2020, 1, 3)),
      0.25,
      7.5,
      new Date(Date.UTC(2026, 10, 28)),
      '2026-11-28',
    ]);
    // As percent: style 5 is a number shown so.
    expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain('<c r="C2" s="5"><v>0.25</v></c>');
  });
});

describe('EXPECT', () => {
  it('fails nothing; is counted for each label and model, and stands in the outputs', async () => {
    const body = `LOAD r.csv AS FILE
PROMPT "{NAME}"
RUN
OUTPUT o.csv FIELDS points NUMBER
GET POINTS FROM JSON "points"
EXPECT POINTS = GOLD "agrees with the gold column"
EXPECT POINTS >= 0 AND POINTS <= 20`;
    const points: Record<string, number> = { Ann: 17, Ben: 30, Cem: 4 };
    const { outcome, table, host } = await run(
      body,
      { 'r.csv': 'Name,Gold\nAnn,17\nBen,12\nCem,\n' },
      ({ prompt }) => JSON.stringify({ points: points[prompt] }),
    );
    expect(outcome.totals).toMatchObject({ succeeded: 3, failed: 0 });
    expect(outcome.expects).toEqual([
      { label: 'agrees with the gold column', model: 'usual', met: 1, total: 3 },
      { label: 'POINTS >= 0 AND POINTS <= 20', model: 'usual', met: 2, total: 3 },
    ]);
    expect(await table('o.csv')).toEqual([
      'Name,Gold,points,EXPECT',
      'Ann,17,17,met',
      'Ben,12,30,not met: agrees with the gold column; POINTS >= 0 AND POINTS <= 20',
      'Cem,,4,not met: agrees with the gold column',
    ]);
    const results = await host.loadResults(null, 10);
    expect(results.map(({ isUnmet }) => isUnmet)).toEqual([undefined, true, true]);
  });
});
