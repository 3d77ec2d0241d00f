import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, replyFormatOf, type Area, type Engine, type RunJob } from '@promptwell/baiql-runtime';
import { temporaryArea } from '../../../packages/baiql-runtime/src/test-support/temporary-area.js';
import { makePdf } from '../../../packages/documents/src/test-support/make-documents';
import { rememberingHost } from './remembering-host.js';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 2 });
});
afterAll(() => engine.close());

let runs = 0;
function jobOf(area: Area, script: string, more: Partial<RunJob> = {}): RunJob {
  runs += 1;
  return {
    executionId: `run-${runs}`,
    plan: compile(parse(script).tree),
    area,
    continue: 'fresh',
    quiet: false,
    person: { userId: 'u', userName: 'Ada', sessionId: '' },
    limits: { maxParallel: 8, budgetMicroUsd: null },
    modelOverride: null,
    ...more,
  };
}

const ROWS = 'Student Name,Class\nAnn,1\nBen,2\nCy/..,3\nAnn,4\n..,5\n';
const outputOf = (area: Area, file: string): Promise<string> =>
  readFile(path.join(area.outputRoot, file), 'utf8');

describe('MODEL', () => {
  it('in a STEP is for that step, with its own settings and its own limit of tokens', async () => {
    const area = await temporaryArea({});
    const { host, sent } = rememberingHost(({ model }) => `from ${model.model}`);
    const script = `BATCH_START
MODEL "first" TEMP 0.5 MAX_TOKENS 100
STEP "a"
PROMPT "1 {MODELNAME} {MODELTEMP}"
RUN
STEP "b"
MODEL "second" MAX_TOKENS 9000
PROMPT "2 {MODELNAME} {MODELTEMP}"
RUN
STEP "c"
PROMPT "3 {MODELNAME} {INPUT}"
RUN
OUTPUT "o.txt" AGGREGATE
END_BATCH
`;
    await engine.start(jobOf(area, script), host).done;
    expect(
      sent.map(({ model, temperature, prompt }) => [model.model, model.maxOutputTokens, temperature, prompt]),
    ).toEqual([
      ['first', 100, 0.5, '1 first 0.5'],
      ['second', 4_096, null, '2 second '],
      ['first', 100, 0.5, '3 first from second'],
    ]);
  });

  it('makes the same prompt another request', async () => {
    const area = await temporaryArea({});
    const { host, sent } = rememberingHost(({ model }) => model.model);
    const script = `BATCH_START
STEP
MODEL "one"
PROMPT "same"
RUN
STEP
MODEL "two"
PROMPT "same"
RUN
OUTPUT "o.txt"
END_BATCH
`;
    await engine.start(jobOf(area, script), host).done;
    expect(new Set(sent.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

describe('FIELDS', () => {
  const SCRIPT = `BATCH_START
LOAD rows.csv AS FILE
PROMPT "{STUDENT_NAME} {CLASS}"
RUN
OUTPUT "o.csv" FORMAT json FIELDS score, Reason
ERROR RETRY 1
END_BATCH
`;

  it('asks for a schema, fails what lacks a key, asks anew, and gives the columns in its order', async () => {
    const area = await temporaryArea({ 'rows.csv': 'Student Name,Class\nAnn,1\nBen,2\nCy,3\nDi,4\n' });
    const answers: Record<string, string[]> = {
      'Ann 1': ['{"reason": "fine", "extra": 1, "score": 7}'],
      'Ben 2': ['{"score": 3}', '{"score": 4, "Reason": "late"}'],
      'Cy 3': ['no JSON', '[1]'],
      'Di 4': ['{"SCORE": 9, "Reason": "good"}'],
    };
    const { host, sent } = rememberingHost(
      ({ prompt }) => answers[prompt.split('\n')[0] ?? '']?.shift() ?? '',
    );
    const outcome = await engine.start(jobOf(area, SCRIPT), host).done;
    expect(outcome.totals).toMatchObject({ succeeded: 3, failed: 1 });
    expect(sent).toHaveLength(6);
    expect(sent.filter(({ prompt }) => prompt.startsWith('Ben 2')).map(({ prompt }) => prompt)).toEqual([
      'Ben 2',
      'Ben 2\n\nYour previous answer could not be used: The reply is missing Reason; it has score. Answer again with the whole JSON and nothing else.',
    ]);
    expect(replyFormatOf(sent[0] ?? { json: false })?.schema?.schema).toMatchObject({
      required: ['score', 'Reason'],
      additionalProperties: true,
    });
    expect((await outputOf(area, 'o.csv')).replace('\ufeff', '')).toBe(
      'Student Name,Class,score,Reason\r\nAnn,1,7,fine\r\nBen,2,4,late\r\nDi,4,9,good\r\n',
    );
    expect(await outputOf(area, 'o.csv.errors.csv')).toContain('The reply is missing score, Reason.');
  });
});

describe('what GET reads beside FIELDS', () => {
  const script = `BATCH_START
LOAD rows.csv AS FILE
PROMPT "{STUDENT_NAME}: grade as JSON with grade, note and skills"
RUN
GET NOTE FROM JSON "note"
OUTPUT "o.csv" FORMAT json FIELDS grade
TRACK NOTE
END_BATCH
`;
  const files = { 'rows.csv': 'Student Name\nAnn\nBen\n' };
  const reply = 'Here you are: {"grade": "A", "note": "Good.", "skills": ["Go", "SQL"]} Bye!';

  it('is asked for as well, and no row fails for what the prompt asks for besides', async () => {
    const area = await temporaryArea(files);
    const { host, sent } = rememberingHost(() => reply);
    const outcome = await engine.start(jobOf(area, script), host).done;
    expect(outcome.totals).toMatchObject({ succeeded: 2, failed: 0 });
    expect(replyFormatOf(sent[0] ?? { json: false })?.schema).toMatchObject({
      strict: false,
      schema: { required: ['grade', 'note'], additionalProperties: true },
    });
    expect((await outputOf(area, 'o.csv')).replace('\ufeff', '')).toBe(
      'Student Name,grade,NOTE\r\nAnn,A,Good.\r\nBen,A,Good.\r\n',
    );
  });

  it('is left out by a run that began before fields were open', async () => {
    const area = await temporaryArea(files);
    const { host, sent } = rememberingHost(() => reply);
    await host.saveMemo({ run: '{"version":5,"startedAtMs":0}' });
    const outcome = await engine.start(jobOf(area, script), host).done;
    expect(outcome.totals).toMatchObject({ succeeded: 2, failed: 0 });
    expect(replyFormatOf(sent[0] ?? { json: false })?.schema?.schema).toMatchObject({
      required: ['grade'],
      additionalProperties: false,
    });
  });
});

describe('keys of a reply', () => {
  it('may have blanks where FIELDS has none', async () => {
    const area = await temporaryArea({ 'rows.csv': 'Name\nAnn\n' });
    const { host, sent } = rememberingHost(() => '{"Total Points": 7, "second-best": 1}');
    const script = `BATCH_START
LOAD rows.csv AS FILE
PROMPT "{NAME}"
RUN
OUTPUT "o.csv" FORMAT json FIELDS total_points, Second_Best
ERROR RETRY 2
END_BATCH
`;
    await engine.start(jobOf(area, script), host).done;
    expect(sent).toHaveLength(1);
    expect(await outputOf(area, 'o.csv')).toContain('Name,total_points,Second_Best\r\nAnn,7,1\r\n');
  });
});

describe('names in the path of an OUTPUT', () => {
  const SCRIPT = `BATCH_START
LOAD rows.csv AS FILE
LIMIT PARALLEL 4
PROMPT "{STUDENT_NAME} {CLASS}"
RUN
OUTPUT "letters/{STUDENT_NAME}.txt" SEPARATE
END_BATCH
`;
  const FILES = {
    '..': undefined,
    'Ann.txt': 'Ann 1',
    'Ann-2.txt': 'Ann 4',
    'Ben.txt': 'Ben 2',
    'Cy_.txt': 'Cy/.. 3',
  };

  it('become safe names below PATH_OUT, numbered where two would be the same', async () => {
    const area = await temporaryArea({ 'rows.csv': ROWS });
    const { host } = rememberingHost(({ prompt }) => prompt);
    const outcome = await engine.start(jobOf(area, SCRIPT), host).done;
    expect(outcome).toMatchObject({ status: 'completed', reason: null });
    expect((await readdir(path.join(area.outputRoot, 'letters'))).sort()).toEqual([
      'Ann-2.txt',
      'Ann.txt',
      'Ben.txt',
      'Cy_.txt',
      'student_name.txt',
    ]);
    for (const [name, text] of Object.entries(FILES)) {
      if (text !== undefined) expect(await outputOf(area, `letters/${name}`)).toBe(`${text}\n`);
    }
  });

  it('are the same after a trial and its rest', async () => {
    const area = await temporaryArea({ 'rows.csv': ROWS });
    const { host } = rememberingHost(({ prompt }) => prompt);
    const job = jobOf(area, SCRIPT);
    await engine.start({ ...job, first: 2 }, host).done;
    await engine.start({ ...job, continue: 'resume' }, host).done;
    expect(await outputOf(area, 'letters/Ann-2.txt')).toBe('Ann 4\n');
    expect(await outputOf(area, 'letters/Ann.txt')).toBe('Ann 1\n');
  });
});

describe('a trial', () => {
  const SCRIPT = `BATCH_START
LOAD rows.csv AS FILE
PROMPT "{STUDENT_NAME} {CLASS} {XACTTOT}"
RUN
OUTPUT "o.csv"
END_BATCH
BATCH_START
PROMPT "once"
RUN
OUTPUT "p.txt"
END_BATCH
`;

  it('does the first rows of each batch, and a resume does the rest without asking again', async () => {
    const area = await temporaryArea({ 'rows.csv': ROWS });
    const { host, sent } = rememberingHost(({ prompt }) => prompt);
    const job = jobOf(area, SCRIPT);
    const estimate = await engine.estimate({ ...job, first: 2 }, host);
    expect(estimate).toMatchObject({ transactions: 3, requests: 3 });
    const trial = await engine.start({ ...job, first: 2 }, host).done;
    expect(trial).toMatchObject({ status: 'completed', reason: 'trial', totals: { total: 3, succeeded: 3 } });
    expect(sent.map(({ prompt }) => prompt).sort()).toEqual(['Ann 1 5', 'Ben 2 5', 'once']);
    expect((await outputOf(area, 'o.csv')).trim().split('\r\n')).toHaveLength(3);
    const whole = await engine.start({ ...job, continue: 'resume' }, host).done;
    expect(whole).toMatchObject({ status: 'completed', reason: null, totals: { total: 6, succeeded: 6 } });
    expect(sent).toHaveLength(6);
    expect((await outputOf(area, 'o.csv')).trim().split('\r\n')).toHaveLength(6);
  });

  it('counts the files that a prompt takes in, and says which are not there, before anything is sent', async () => {
    const area = await temporaryArea({
      'pairs.csv': 'Old,New\na.txt,b.txt\na.txt,c.txt\n',
      'old/a.txt': 'The old contract.',
      'new/b.txt': 'The new contract.',
    });
    const { host, sent } = rememberingHost(({ prompt }) => prompt);
    const script = `BATCH_START
LOAD "pairs.csv" AS FILE
GET BEFORE FROM FILE "old/{OLD}"
GET AFTER FROM FILE "new/{NEW}"
PROMPT "{BEFORE} / {AFTER}"
RUN
OUTPUT "{LINENO}.docx" SEPARATE
END_BATCH
`;
    const estimate = await engine.estimate(jobOf(area, script), host);
    expect(estimate.prompts.map(({ text }) => text)).toEqual(['The old contract. / The new contract.']);
    expect(estimate.notes).toEqual([
      '1 of the 2 transactions will fail. Transaction 2: There is no /data/input/new/c.txt.',
    ]);
    expect(sent).toEqual([]);
  });

  it('takes no file for a row that names none, and reads no folder in its place', async () => {
    const area = await temporaryArea({
      'pairs.csv': 'Client,New\nAnn,a.txt\nBen,\n',
      'new/a.txt': 'Of Ann.',
    });
    const { host, sent } = rememberingHost(({ prompt }) => prompt);
    const script =
      'BATCH_START\nLOAD pairs.csv AS FILE\nGET AFTER FROM FILE "new/{NEW}"\nPROMPT "{CLIENT}: {AFTER}"\nRUN\nOUTPUT o.csv\nEND_BATCH\n';
    await engine.start(jobOf(area, script), host).done;
    expect(sent.map(({ prompt }) => prompt)).toEqual(['Ann: Of Ann.']);
    expect(await outputOf(area, 'o.csv.errors.csv')).toContain(
      '2,Ben,"GET … FROM FILE takes one file, and new/ is a folder."',
    );
  });

  it('of as many rows as there are is the whole run', async () => {
    const area = await temporaryArea({ 'rows.csv': ROWS });
    const { host } = rememberingHost(({ prompt }) => prompt);
    const outcome = await engine.start(jobOf(area, SCRIPT, { first: 5 }), host).done;
    expect(outcome).toMatchObject({ status: 'completed', reason: null });
  });
});

describe('a PDF', () => {
  const textOf = async (settings: string, before = false): Promise<string | undefined> => {
    const contract = makePdf([['Typed clause.'], { scan: 'Signed' }, ['Typed annex.']]);
    const area = await temporaryArea({ 'contract.pdf': contract });
    const { host, sent } = rememberingHost(({ prompt }) => prompt);
    if (before) await host.saveMemo({ run: '{"version":5,"startedAtMs":0}' });
    const script = `BATCH_START\n${settings}LOAD contract.pdf AS WORK\nPROMPT "{INPUT}"\nRUN\nOUTPUT o.txt\nEND_BATCH\n`;
    await engine.start(jobOf(area, script), host).done;
    return sent[0]?.prompt;
  };

  it('says where each page begins, and which are scans that nobody has read', async () => {
    expect(await textOf('')).toBe(
      '[Page 1]\nTyped clause.\n\n[Page 2 has no text.]\n\n[Page 3]\nTyped annex.',
    );
  });

  it.each([
    ['where the script says so', 'SET PAGE_MARKS = OFF\n', false],
    ['in a run that began before there were any', '', true],
  ])('has no marks %s', async (_, settings, before) => {
    expect(await textOf(settings, before)).toBe('Typed clause.\n\n[Page 2 has no text.]\n\nTyped annex.');
  });
});

describe('OUTPUT', () => {
  it('has numbers, switches and lists of a JSON table as what they are', async () => {
    const row = { id: 7, price: 1.5, isNew: true, tags: ['a', 'b'], note: null, size: { cm: 3 } };
    const area = await temporaryArea({ 't.json': JSON.stringify([row, { id: '8' }]) });
    const { host } = rememberingHost(({ prompt }) => prompt);
    const script =
      'BATCH_START\nLOAD t.json AS FILE\nPROMPT "{ID} {TAGS}"\nRUN\nOUTPUT o.json\nOUTPUT o.csv\nEND_BATCH\n';
    await engine.start(jobOf(area, script), host).done;
    expect(JSON.parse(await outputOf(area, 'o.json'))).toEqual([
      { ...row, reply: '7 ["a","b"]' },
      { id: '8', price: '', isNew: '', tags: '', note: '', size: '', reply: '8' },
    ]);
    expect(await outputOf(area, 'o.csv')).toContain(
      '\r\n7,1.5,true,a; b,,"{""cm"":3}","7 [""a"",""b""]"\r\n8,,,,,,8\r\n',
    );
  });

  it('to which no transaction came is named, unless all have failed', async () => {
    const area = await temporaryArea({ 'rows.csv': ROWS });
    const linesOf = async (answer: string, more = ''): Promise<string[]> => {
      const { host, lines } = rememberingHost(() => answer);
      const script = `BATCH_START
LOAD rows.csv AS FILE
PROMPT "{CLASS}"
RUN NOCACHE
GET R
IF R = "yes"
OUTPUT yes.txt
ELSE
OUTPUT no.csv
END_IF
${more}
END_BATCH
`;
      await engine.start(jobOf(area, script), host).done;
      return lines.flatMap(({ text }) => (text.startsWith('Line') ? [text] : []));
    };
    expect(await linesOf('Yes.')).toEqual(['Line 7: no transaction reached this OUTPUT.']);
    expect(await linesOf('yes')).toEqual(['Line 9: no transaction reached this OUTPUT.']);
    expect(await linesOf('yes', 'SET X = R - 1')).toEqual([]);
  });
});
