import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../../../documents/src/test-support/make-documents.js';
import { createEngine } from '../engine/create-engine.js';
import type { Engine } from '../job.js';
import { jobOf, makeHost, MODEL, PRICED } from '../test-support/engine-host.js';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

describe('an estimate', () => {
  const ROWS = 'LOAD rows.csv AS FILE\n';
  const estimate = async (body: string, facts: (name: string | null) => object = () => ({})) => {
    const host = makeHost({
      findModel: (name) => Promise.resolve({ ...PRICED, model: name ?? 'usual', ...facts(name) }),
    });
    return engine.estimate(await jobOf(`BATCH_START\n${body}END_BATCH\n`), host);
  };

  it('has the request of OPTIMIZE, which is sent once @soak', async () => {
    const without = await estimate(`${ROWS}PROMPT "{NAME}"\nRUN\n`);
    const withIt = await estimate(`${ROWS}PROMPT "{NAME}" OPTIMIZE\nRUN\n`);
    expect([without.requests, withIt.requests]).toEqual([2, 3]);
    expect(withIt.inputTokens).toBeGreaterThan(without.inputTokens + 100);
    expect(withIt.lowMicroUsd).toBeGreaterThan(without.lowMicroUsd ?? 0);
    expect(withIt.highMicroUsd).toBeGreaterThan(without.highMicroUsd ?? 0);
  });

  it('names the models that its requests go to, those of STEPs among them', async () => {
    const body = `${ROWS}MODEL "small"\nPROMPT "{NAME}"\nRUN\nSTEP\nMODEL "large"\nPROMPT "Shorter: {INPUT}"\nRUN\n`;
    expect(await estimate(body)).toMatchObject({ requests: 4, models: ['small', 'large'] });
    expect(await estimate(body.replace('PROMPT "{NAME}"\nRUN\n', ''))).toMatchObject({ models: ['large'] });
  });

  it('counts a later STEP whose prompt is the reply and nothing else, and fails on one that is empty at once', async () => {
    const step = `STEP\nMODEL "large"\nPROMPT "{INPUT}"\nRUN\n`;
    expect(await estimate(`${ROWS}PROMPT "{NAME}"\nRUN\n${step}`)).toMatchObject({
      requests: 4,
      models: ['usual', 'large'],
      notes: [],
    });
    const { requests, notes } = await estimate(`${ROWS}SET A = ""\nPROMPT "{A}"\nRUN\n`);
    expect(requests).toBe(0);
    expect(notes).toEqual(['2 of the 2 transactions will fail. Transaction 1: The prompt is empty.']);
  });

  it('is of what is sent: a batch with VALIDATE counts only where no other sends anything', async () => {
    const batch = (mode: string): string => `BATCH_START ${mode}\n${ROWS}PROMPT "{NAME}"\nRUN\nEND_BATCH\n`;
    const estimateOf = async (script: string) => engine.estimate(await jobOf(script), makeHost());
    expect(await estimateOf(batch('VALIDATE') + batch(''))).toMatchObject({ transactions: 2, requests: 2 });
    expect(await estimateOf(batch('VALIDATE'))).toMatchObject({ transactions: 2, requests: 2 });
  });

  it('says that a sheet cannot hold all rows, before they are paid @soak', async () => {
    const script = 'BATCH_START\nLOAD many.txt AS LINES\nPROMPT "{LINE}"\nRUN\nOUTPUT o.xlsx\nEND_BATCH\n';
    const job = await jobOf(script, { 'many.txt': 'A\n'.repeat(1_048_576) });
    const said = ['Line 5: an xlsx file holds 1,048,575 rows, and there are 1,048,576. Write csv instead.'];
    expect((await engine.estimate(job, makeHost())).notes).toEqual(said);
    expect((await engine.estimate({ ...job, first: 5 }, makeHost())).notes).toEqual(said);
  });

  it('says how long all of them take at a LIMIT, which is no number of rows', async () => {
    const files = { 'many.txt': Array.from({ length: 2_000 }, (_, index) => `${index}\n`).join('') };
    const notes = async (limit: string): Promise<readonly string[]> => {
      const script = `BATCH_START\nLOAD many.txt AS LINES\nLIMIT ${limit}\nPROMPT "{LINE}"\nRUN\nEND_BATCH\n`;
      return (await engine.estimate(await jobOf(script, files), makeHost())).notes;
    };
    expect(await notes('10')).toEqual([
      'LIMIT 10 is per minute: all 2,000 transactions take at least 200 minutes.',
    ]);
    expect(await notes('1000 PARALLEL 8')).toEqual([]);
    expect(await notes('PARALLEL 8')).toEqual([]);
  });

  it('opens every file, and names each that is locked or empty before anything is paid', async () => {
    const job = await jobOf('BATCH_START\nLOAD "cvs/*" AS WORK\nPROMPT "{INPUT_TEXT}"\nRUN\nEND_BATCH\n', {
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`cvs/cv${index + 1}.txt`, 'Ada.'])),
      'cvs/cv55.txt': '',
      'cvs/cv58.pdf': '%PDF-1.4 cut off',
    });
    const { requests, notes } = await engine.estimate(job, makeHost());
    expect(requests).toBe(59);
    expect(notes).toContain(
      '2 of the 61 transactions will fail. Transaction 55: cv55.txt is empty. ' +
        'Transaction 58: cv58.pdf is damaged or not a PDF.',
    );
  });

  it('runs no OCR, and counts and names the pages that need it', async () => {
    const job = await jobOf(
      'BATCH_START\nSET OCR_IF_EMPTY = ON\nLOAD "scans" AS WORK\nPROMPT "{INPUT_TEXT}"\nRUN\nEND_BATCH\n',
    );
    const folder = path.join(job.area.inputRoot, 'scans');
    await mkdir(folder);
    await writeFile(path.join(folder, 'a.pdf'), makePdf([['Typed text.'], { scan: 'One' }, { scan: 'Two' }]));
    await writeFile(path.join(folder, 'b.pdf'), makePdf([{ scan: 'Three' }, { scan: 'Four' }]));
    const { notes, inputTokens, requests } = await engine.estimate(job, makeHost());
    expect(notes).toEqual(['4 pages have no text and will be read by OCR: a.pdf (2), b.pdf (2).']);
    expect(requests).toBe(2);
    expect(inputTokens).toBeGreaterThan(4 * 500);
  });

  it('names a PDF of no bytes as empty, also where OCR would read it', async () => {
    const job = await jobOf(
      'SET OCR_IF_EMPTY = ON\nBATCH_START\nLOAD "*.*" AS WORK\nPROMPT "{INPUT}"\nRUN\nEND_BATCH\n',
      { 'cv.pdf': '' },
    );
    expect((await engine.estimate(job, makeHost())).notes).toEqual([
      '1 of the 3 transactions will fail. Transaction 1: cv.pdf is empty.',
    ]);
  });

  it('says in words that prompts are the same, and which placeholder is empty in every row', async () => {
    const rows = `Name,Town\n${'Ann,\n'.repeat(30)}`;
    const noteOf = async (prompt: string, csv: string) => {
      const script = `BATCH_START\nLOAD many.csv AS FILE\nPROMPT "${prompt}"\nRUN\nEND_BATCH\n`;
      return (await engine.estimate(await jobOf(script, { 'many.csv': csv }), makeHost())).notes;
    };
    expect(await noteOf('Dear {TOWN}', rows)).toEqual([
      'All 30 prompts are the same: {TOWN} is empty in every row.',
    ]);
    expect(await noteOf('Dear {NAME}', `Name\n${'Ann\nBen\n'.repeat(10)}Cem\n`)).toEqual([
      '18 of 21 prompts are the same as another row’s.',
    ]);
    const distinct = `Name,Town\n${Array.from({ length: 30 }, (_, index) => `P${index},\n`).join('')}`;
    expect(await noteOf('Dear {NAME} of {TOWN}', distinct)).toEqual(['{TOWN} is empty in every row.']);
    expect(await noteOf('Dear {NAME}', distinct)).toEqual([]);
  });

  it('says how many of the files cannot be read', async () => {
    const script = 'BATCH_START\nLOAD essays/ AS WORK\nPROMPT "{INPUT}"\nRUN\nEND_BATCH\n';
    const names = Array.from({ length: 30 }, (_, index) => `essays/${index + 1}.txt`);
    const essays = Object.fromEntries(
      names.map((name, index) => [name, index === 1 ? '' : `Essay ${index}.`]),
    );
    expect((await engine.estimate(await jobOf(script, essays), makeHost())).notes).toEqual([
      '1 of the 30 transactions will fail. Transaction 2: 2.txt is empty.',
    ]);
  });

  it('says which prompts are longer than what their model reads', async () => {
    const body = `${ROWS}PROMPT "{NAME} ${'word '.repeat(30)}"\nRUN\nSTEP\nMODEL "large"\nPROMPT "{INPUT} ${'word '.repeat(30)}"\nRUN\n`;
    const { notes } = await estimate(body, (name) => ({ contextTokens: name === 'large' ? 1_000 : 20 }));
    expect(notes).toEqual([
      expect.stringMatching(
        /^Transaction 1 and 1 more: the prompt is too long for usual. It has about \d+ tokens, and the model reads 20.$/u,
      ),
    ]);
  });

  it('says which files it would replace, before they are lost', async () => {
    const output = (name: string): string => `OUTPUT ${name}\n`;
    const script = `BATCH_START\n${ROWS}PROMPT "{NAME}"\nRUN\n${output('grades.csv')}${output('new.csv')}END_BATCH\n`;
    const job = await jobOf(script);
    const notes = async () => (await engine.estimate(job, makeHost())).notes;
    expect(await notes()).toEqual([]);
    await writeFile(`${job.area.outputRoot}/grades.csv`, 'Name,Grade\nAnn,A\n');
    expect(await notes()).toEqual([
      '/data/output/grades.csv exists and will be replaced. To keep it, rename it first.',
    ]);
  });

  it('says which folders are not read', async () => {
    const script = 'BATCH_START\nLOAD cvs/ AS WORK\nPROMPT "{INPUT}"\nRUN\nEND_BATCH\n';
    const job = await jobOf(script, { 'cvs/a.txt': 'A', 'cvs/2025/b.txt': 'B', 'cvs/2026/c.txt': 'C' });
    expect((await engine.estimate(job, makeHost())).notes).toEqual([
      'Folders in /data/input/cvs/ aren’t read: 2025, 2026. Load /data/input/cvs/**/* to read them too.',
    ]);
  });

  it('says that it may be too low where each prompt holds the replies to all rows before', async () => {
    const body = (value: string): string =>
      `${ROWS}PROMPT "{NAME}, unlike {USED}"\nRUN\nGET R\nGLOBAL USED = ${value}\n`;
    expect((await estimate(body('USED + "\\n" + R'))).notes).toEqual([
      '{USED} grows with each transaction and is part of the prompt, so the run can cost more than estimated. LIMIT COST sets a maximum.',
    ]);
    expect((await estimate(body('R'))).notes).toEqual([]);
    expect((await estimate(body('USED + 1'))).notes).toEqual([]);
  });

  it('has room in a STEP for a long reply of another model, which its prompt holds', async () => {
    const steps = `MODEL long MAX_TOKENS 5000
STEP
PROMPT "Write to {NAME}"
RUN
STEP
MODEL short MAX_TOKENS 100
PROMPT "Summarize {INPUT}"
RUN
`;
    const price = { inputMicroUsdPer1k: 1_000, outputMicroUsdPer1k: 1_000 };
    const found = await estimate(ROWS + steps, () => ({ maxOutputTokens: 10_000, price }));
    expect(found.highMicroUsd).toBeGreaterThan(2 * (5_000 + 5_000 + 100));
  });

  it('has no longer replies than MAX_TOKENS allows, not even the short ones', async () => {
    const price = { inputMicroUsdPer1k: 0, outputMicroUsdPer1k: 1_000 };
    const body = `${ROWS}MODEL m MAX_TOKENS 16\nPROMPT "{NAME}"\nRUN\n`;
    const found = await estimate(body, () => ({ maxOutputTokens: 10_000, price }));
    expect([found.lowMicroUsd, found.highMicroUsd]).toEqual([32, 32]);
  });

  it('has room for replies that are no JSON, which are paid and asked for again', async () => {
    const price = { inputMicroUsdPer1k: 0, outputMicroUsdPer1k: 1_000 };
    const most = async (lines: string, output = 'OUTPUT o.csv FORMAT json\n'): Promise<number | null> => {
      const body = `${ROWS}PROMPT "{NAME}"\n${lines}${output}`;
      return (await estimate(body, () => ({ maxOutputTokens: 1_000, price }))).highMicroUsd;
    };
    expect(await most('RUN\n')).toBe(2_000);
    expect(await most('RUN RETRY 2\n')).toBe(6_000);
    expect(await most('ERROR RETRY 1 SKIP\nRUN\n')).toBe(4_000);
    expect(await most('RUN\nRETRY 3\n')).toBe(8_000);
    expect(await most('RUN RETRY 2\n', 'OUTPUT o.csv\n')).toBe(2_000);
  });
});

describe('a GET that can find nothing in any reply', () => {
  it.each([
    [
      String.raw`MATCH "(\d[A-Z"`,
      'The MATCH expression "(\\d[A-Z" cannot be used: missing closing ]: `[A-Z`. (Lookaround and backreferences aren’t supported.)',
    ],
    ['JSON "a]["', '"a][" is not a path such as a.b[0].'],
  ])('is known before anything is sent: %s', async (source, why) => {
    const batch = (sources: string): string =>
      `BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}"\nRUN\nIF ERRFL = 0\nGET X FROM ${sources}\nEND_IF\nEND_BATCH\n`;
    const job = await jobOf(batch(source));
    expect((await engine.estimate(job, makeHost())).problems).toEqual([`Line 6: ${why}`]);
    expect(await engine.start(job, makeHost()).done).toMatchObject({
      reason: 'script',
      message: `Line 6: ${why}`,
      totals: { inputTokens: 0 },
    });
    // With a name of the row in it, it may be another for the next one.
    const own = await jobOf(batch(source.replace('"', '"{NAME}')));
    expect((await engine.estimate(own, makeHost())).problems).toEqual([]);
  });
});

describe('a batch with LIMIT COST whose model has no price', () => {
  it('does not start, and its estimate says why', async () => {
    const requests: string[] = [];
    const host = makeHost({
      complete: ({ key }) => {
        requests.push(key);
        return Promise.resolve({ kind: 'final', message: 'Nothing should be sent.' });
      },
    });
    const why =
      'The price of mock-small is unknown, so LIMIT COST can’t be enforced and nothing is sent. Name another model, or remove LIMIT COST.';
    const batch = (limit: string): string =>
      `BATCH_START\nLOAD rows.csv AS FILE\n${limit}PROMPT "{NAME}"\nRUN\nEND_BATCH\n`;
    const job = await jobOf(batch('LIMIT COST 2\n'));
    expect((await engine.estimate(job, host)).problems).toEqual([why]);
    expect(await engine.start(job, host).done).toMatchObject({ reason: 'unavailable', message: why });
    expect(requests).toEqual([]);
    // The limit is the run's, so a batch without a LIMIT keeps to it as well.
    const later = await jobOf(
      batch('MODEL "priced"\nLIMIT COST 2\n').replaceAll('{NAME}', 'Hi') + batch('MODEL "mock-small"\n'),
    );
    const half = makeHost({
      findModel: (name) => Promise.resolve(name === 'priced' ? PRICED : MODEL),
      quote: () => Promise.resolve({ inputTokens: 1, maxCostMicroUsd: 1 }),
    });
    expect((await engine.estimate(later, half)).problems).toEqual([why]);
    const stopped = await engine.start(later, half).done;
    expect(stopped).toMatchObject({ reason: 'unavailable', message: why, totals: { succeeded: 2 } });
  });

  it('sends nothing under a limit of its host either', async () => {
    const job = await jobOf('BATCH_START\nPROMPT "Hello"\nRUN\nEND_BATCH\n');
    const limits = { ...job.limits, budgetMicroUsd: 1_000 };
    expect(await engine.start({ ...job, limits }, makeHost()).done).toMatchObject({
      reason: 'unavailable',
      totals: { succeeded: 0 },
    });
  });
});
