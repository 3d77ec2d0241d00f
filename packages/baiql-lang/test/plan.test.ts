import { describe, expect, it } from 'vitest';
import { compile, parse, type PlanBatch, type PlanStatement } from '../src/index.js';

function planOf(script: string) {
  return compile(parse(script).tree);
}

function firstBatch(script: string): PlanBatch {
  const batch = planOf(script).items.find((item) => item.kind === 'batch');
  if (batch === undefined) throw new Error('There is no batch');
  return batch;
}

function bodyOf(...lines: string[]): readonly PlanStatement[] {
  return firstBatch(['BATCH_START', ...lines, 'END_BATCH'].join('\n')).body;
}

const text = (literal: string) => [{ literal }];

describe('declarations', () => {
  const batch = firstBatch(
    [
      'PATH_IN "/data/input/june/"',
      'SET OCR_IF_EMPTY = ON',
      'BATCH_START "Grades of {DATE}" QUIET',
      'LOAD essays/*.pdf AS WORK',
      'SET OCR_LANGS = "eng,spa"',
      'LOAD "roster.csv" AS FILE MATCH "Student"',
      'MODEL gpt-4o TEMP 0.2',
      'LIMIT 30 PARALLEL 8 COST 2.5',
      'ERROR RETRY 3 HALT',
      'MAKE_LOG "run.txt"',
      'PROMPT "Hi"',
      'RUN',
      'TRACK FILENAME, XACT',
      'TRACK DATE',
      'END_BATCH',
    ].join('\n'),
  );

  it('take a backslash in a path for what stands between folders', () => {
    const { loads, outputs } = firstBatch(
      'BATCH_START\nLOAD "pairs\\new.csv" AS FILE\nOUTPUT "june\\table.csv"\nEND_BATCH',
    );
    expect(loads[0]?.path).toEqual(text('pairs\\new.csv'));
    expect(outputs[0]?.path).toEqual(text('june\\table.csv'));
  });

  it('are gathered, each with its line', () => {
    expect(batch).toMatchObject({
      number: 1,
      line: 3,
      title: [{ literal: 'Grades of ' }, { name: 'DATE', written: 'DATE' }],
      mode: 'QUIET',
      pathIn: text('/data/input/june/'),
      pathOut: text('/data/output/'),
      model: { line: 7, name: text('gpt-4o'), temp: 0.2, topP: null },
      limit: { line: 8, perMinute: 30, parallel: 8, costUsd: 2.5 },
      errorPolicy: { line: 9, retries: 3, then: 'HALT' },
      log: { line: 10, path: text('run.txt') },
      track: ['FILENAME', 'XACT', 'DATE'],
      sequential: false,
    });
  });

  it('give each LOAD the settings that stand before it', () => {
    expect(batch.loads).toMatchObject([
      { line: 4, type: 'WORK', match: null, ocr: { ifEmpty: true, languages: ['eng'] } },
      { line: 6, type: 'FILE', match: text('Student'), ocr: { ifEmpty: true, languages: ['eng', 'spa'] } },
    ]);
  });

  it('leave only what runs in the body', () => {
    expect(batch.body.map(({ kind, line }) => [kind, line])).toEqual([
      ['prompt', 11],
      ['run', 12],
    ]);
  });

  it('have the defaults of the language where nothing is said', () => {
    expect(firstBatch('BATCH_START\nPROMPT "Hi"\nRUN\nEND_BATCH')).toMatchObject({
      title: null,
      mode: null,
      pathIn: text('/data/input/'),
      model: null,
      limit: null,
      errorPolicy: { line: null, retries: 0, then: 'SKIP' },
      log: null,
      driver: null,
      outputs: [],
    });
  });

  it('before a batch hold for it too', () => {
    const script = 'MODEL gpt-4o\nLIMIT COST 1\nBATCH_START\nPROMPT "Hi"\nRUN\nEND_BATCH';
    expect(firstBatch(script)).toMatchObject({
      model: { name: text('gpt-4o') },
      limit: { perMinute: null, costUsd: 1 },
    });
  });

  it('of columns belong to LINES', () => {
    const script = 'BATCH_START\nSET LINES_NOHEADER = "NAME; CITY"\nLOAD a.txt AS LINES\nEND_BATCH';
    expect(firstBatch(script).loads[0]?.columns).toEqual({ names: ['NAME', 'CITY'], hasHeader: false });
  });
});

describe('the driver', () => {
  it.each([
    [['REF', 'DIR', 'LINES', 'FILE', 'WORK'], 4],
    [['REF', 'DIR', 'LINES', 'FILE'], 3],
    [['REF', 'DIR', 'LINES'], 2],
    [['REF', 'DIR'], 1],
    [['REF'], null],
  ])('of %j', (types, driver) => {
    const loads = types.map((type) => `LOAD "a" AS ${type}\n`).join('');
    expect(firstBatch(`BATCH_START\n${loads}END_BATCH`).driver).toBe(driver);
  });
});

describe('outputs', () => {
  function groupingOf(output: string, load = ''): string | undefined {
    return firstBatch(`BATCH_START\n${load}\nOUTPUT ${output}\nEND_BATCH`).outputs[0]?.grouping;
  }

  it.each([
    ['"a.csv"', '', 'AGGREGATE'],
    ['"a.xlsx"', 'LOAD "a/" AS WORK', 'AGGREGATE'],
    ['"a.json"', '', 'AGGREGATE'],
    ['"a.txt"', 'LOAD "a/" AS WORK', 'MATCH'],
    ['"a.docx"', 'LOAD "a/" AS DIR', 'MATCH'],
    ['"a.docx"', 'LOAD "a.csv" AS FILE', 'SEPARATE'],
    ['"a.txt"', '', 'SEPARATE'],
    ['"a.txt" AGGREGATE', 'LOAD "a/" AS WORK', 'AGGREGATE'],
  ])('%s after %j is %s', (output, load, grouping) => {
    expect(groupingOf(output, load)).toBe(grouping);
  });

  it('know their format, and stand in the body by their number', () => {
    const batch = firstBatch(
      'BATCH_START\nOUTPUT a.csv\nIF XACT = 1\nOUTPUT "{DATE}.XLSX" FORMAT json\nEND_IF\nEND_BATCH',
    );
    expect(batch.outputs).toMatchObject([
      { index: 0, line: 2, format: 'csv', reply: 'txt' },
      { index: 1, line: 4, format: 'xlsx', reply: 'json' },
    ]);
    expect(batch.body).toMatchObject([
      { kind: 'output', output: 0 },
      { kind: 'if', then: [{ kind: 'output', output: 1 }] },
    ]);
  });
});

describe('the body', () => {
  it('numbers prompts, runs and steps, so that each has a stable key', () => {
    const body = bodyOf(
      'STEP "One"',
      'PROMPT "a"',
      'RUN CACHE',
      'STEP',
      'PROMPT "b" OPTIMIZE',
      'RUN SCREEN RETRY 2',
    );
    expect(body).toMatchObject([
      { kind: 'step', step: 1, title: text('One') },
      { kind: 'prompt', prompt: 0, optimize: false },
      { kind: 'run', run: 0, screen: false, cache: 'CACHE', retries: null },
      { kind: 'step', step: 2, title: null },
      { kind: 'prompt', prompt: 1, optimize: true },
      { kind: 'run', run: 1, screen: true, cache: null, retries: 2 },
    ]);
  });

  it('keeps the order in which operators bind', () => {
    expect(bodyOf('SET A = 1 + 2 * (3 - B) / 4')).toMatchObject([
      {
        kind: 'set',
        name: 'A',
        value: {
          operator: '+',
          left: { value: 1 },
          right: { operator: '/', left: { operator: '*', right: { operator: '-', right: { name: 'B' } } } },
        },
      },
    ]);
    expect(bodyOf('IF NOT A = 1 AND B OR C CONTAINS "x"', 'END_IF')).toMatchObject([
      {
        condition: {
          operator: 'OR',
          left: { operator: 'AND', left: { kind: 'not', operand: { operator: '=' } }, right: { name: 'B' } },
          right: { operator: 'CONTAINS' },
        },
      },
    ]);
  });

  it('has loops of three kinds', () => {
    const body = bodyOf(
      'LOOP 3',
      'BREAK',
      'END_LOOP',
      'LOOP WHILE A < 1',
      'END_LOOP',
      'LOOP UNTIL ON',
      'END_LOOP',
    );
    expect(body).toMatchObject([
      { kind: 'loop-times', times: 3, body: [{ kind: 'break' }] },
      { kind: 'loop-while', condition: { operator: '<' } },
      { kind: 'loop-until', condition: { kind: 'switch', on: true } },
    ]);
  });

  it('has every source of GET', () => {
    const sources = [
      '',
      ' FROM COL 2',
      ' FROM COL "Name"',
      ' FROM JSON "a[0].b"',
      ' FROM MATCH "(\\d+)"',
      ' FROM FILE a.txt',
    ];
    const body = bodyOf(...sources.map((source) => `GET A${source}`));
    expect(body.map((statement) => statement.kind === 'get' && statement.source)).toEqual([
      { kind: 'reply' },
      { kind: 'column-number', column: 2 },
      { kind: 'column-name', header: text('Name') },
      { kind: 'json', path: text('a[0].b') },
      { kind: 'match', pattern: text('(\\d+)') },
      { kind: 'file', path: text('a.txt') },
    ]);
  });

  it('resolves escapes and leaves JSON in a prompt alone', () => {
    const [prompt] = bodyOf('PROMPT "a\\tb \\{A} {A} {\\"n\\": 1}"');
    expect(prompt).toMatchObject({
      text: [{ literal: 'a\tb {A} ' }, { name: 'A', written: 'A' }, { literal: ' {"n": 1}' }],
    });
  });

  it('knows what assigns a GLOBAL', () => {
    const plan = planOf('GLOBAL T = 0\nBATCH_START\nIF XACT = 1\nGLOBAL T = T + 1\nEND_IF\nEND_BATCH');
    expect(plan.globals).toEqual(['T']);
    expect(plan.items).toMatchObject([
      { kind: 'global', name: 'T', line: 1 },
      { kind: 'batch', sequential: true },
    ]);
  });

  it('does not guess at what is mistyped', () => {
    expect(bodyOf('PROMTP "Hi"', 'RUN')).toMatchObject([
      { kind: 'unknown', word: 'PROMTP', presumed: 'PROMPT', line: 2 },
      { kind: 'run' },
    ]);
    expect(planOf('BATCH_STRAT\nPROMPT "Hi"\nRUN\nEND_BATCH').items).toMatchObject([
      { kind: 'unknown', word: 'BATCH_STRAT', presumed: 'BATCH_START' },
    ]);
  });
});

describe('what is chosen and ordered', () => {
  it('is in the plan of each LOAD, and only where it is said', () => {
    const { loads } = firstBatch(
      [
        'BATCH_START',
        'LOAD "a.xlsx" AS FILE SHEET "May" HEADER 3 ENCODING shift_jis WHERE COL1 > 5 SORT BY Name DESC FIRST 20',
        'SET PAGE_MARKS = OFF',
        'LOAD "b/" AS WORK PAIRS SHEET 2',
        'END_BATCH',
      ].join('\n'),
    );
    const [rows, files] = loads;
    expect(rows).toMatchObject({
      sheet: text('May'),
      header: 3,
      encoding: text('shift_jis'),
      where: { kind: 'binary', operator: '>', left: { kind: 'name', name: 'COL1' } },
      sort: { column: text('Name'), descending: true },
      first: 20,
      pageMarks: true,
    });
    expect(rows).not.toHaveProperty('pairs');
    expect(files).toMatchObject({ sheet: 2, pairs: true, pageMarks: false });
    for (const absent of ['header', 'encoding', 'where', 'sort', 'first'])
      expect(files).not.toHaveProperty(absent);
  });

  it('is in the plan of an OUTPUT, with its fields', () => {
    const { outputs } = firstBatch(
      [
        'BATCH_START',
        'OUTPUT "a.csv" FIELDS score number, grade ("A", "\\"B\\"") OPTIONAL, note, score TEXT SORT BY score DESC TOP 5',
        'OUTPUT "b.csv"',
        'END_BATCH',
      ].join('\n'),
    );
    expect(outputs[0]).toMatchObject({
      reply: 'json',
      fields: [
        { name: 'score', kind: 'NUMBER', choices: [], optional: false },
        { name: 'grade', kind: null, choices: ['A', '"B"'], optional: true },
        { name: 'note', kind: null, choices: [], optional: false },
      ],
      sort: { column: text('score'), descending: true },
      top: 5,
    });
    for (const absent of ['fields', 'sort', 'top']) expect(outputs[1]).not.toHaveProperty(absent);
  });
});

describe('EXPECT', () => {
  it('is counted in its batch, and is called by its text or by its condition', () => {
    const body = bodyOf('EXPECT A = "yes" "agrees"', 'IF A', 'EXPECT NOT (B + 1 >= 2) AND C', 'END_IF');
    expect(body).toMatchObject([
      { kind: 'expect', expect: 0, condition: { operator: '=' }, label: text('agrees') },
      { kind: 'if', then: [{ kind: 'expect', expect: 1, label: text('NOT (B + 1 >= 2) AND C') }] },
    ]);
  });
});
