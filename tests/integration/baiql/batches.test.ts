import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../vendors/behaviour';
import { startOpenAiServer } from '../../vendors/openai-server';
import { expectedAnswer } from '../../vendors/vendor-request';
import type { VendorServer } from '../../vendors/vendor-server';
import { peopleTable } from './command';
import { makeBench, memoryStore } from './engine-kit';

let vendor: VendorServer;
let bench: Awaited<ReturnType<typeof makeBench>>;
beforeEach(async () => {
  vendor = await startOpenAiServer();
  bench = await makeBench(vendor.baseUrl);
});
afterEach(async () => {
  await bench[Symbol.asyncDispose]();
  await vendor.close();
});

const promptsSent = (): string[] => vendor.log.requests.map(({ prompt }) => prompt);
const says = (text: string): Behaviour => ({ kind: 'reply', text });

/** Runs a script to its end, and gives its outcome and a way to read its files. */
async function run(script: string, files: Readonly<Record<string, string>>, userId = 'ada') {
  const area = await bench.addUser(userId, files);
  const { store, results } = memoryStore();
  const lines: string[] = [];
  const host = bench.host(store, { log: (more) => lines.push(...more.map(({ text }) => text)) });
  const job = bench.job(userId, `r-${userId}`, script);
  const outcome = await bench.engine.start(job, host).done;
  const read = (name: string) => readFile(path.join(area.outputRoot, name), 'utf8');
  const table = async (name: string) =>
    parse<Record<string, string>>(await read(name), { columns: true, bom: true });
  return { outcome, results, lines, read, table, area, job, host };
}

describe('a script of several batches', () => {
  const TWO = `BATCH_START "First"
LOAD people.csv AS FILE
MODEL mock-small
PROMPT "One word for {NAME}."
RUN
OUTPUT words.csv
END_BATCH
BATCH_START "Second"
PATH_IN "/data/output/"
LOAD words.csv AS FILE
MODEL mock-small
PROMPT "More on {REPLY}"
RUN
OUTPUT more.csv
END_BATCH
`;

  it('runs them in turn, and a later one may read what an earlier one wrote', async () => {
    const { outcome, table } = await run(TWO, { 'people.csv': peopleTable(5) });
    expect(outcome).toMatchObject({ status: 'completed', totals: { total: 10, succeeded: 10 } });
    const rows = await table('more.csv');
    const word = expectedAnswer('One word for Person 3.');
    expect(rows[2]).toMatchObject({
      Name: 'Person 3',
      reply: word,
      reply_2: expectedAnswer(`More on ${word}`),
    });
  });

  it('leaves a finished batch as it is when the run goes on', async () => {
    vendor.script(...Array.from({ length: 7 }, (_, index) => says(`word ${String(index)}`)), {
      kind: 'status',
      status: 401,
    });
    const first = await run(TWO, { 'people.csv': peopleTable(5) });
    expect(first.outcome).toMatchObject({ status: 'failed', reason: 'unavailable' });
    const sent = vendor.log.stats.requests;

    const again = await bench.engine.start({ ...first.job, continue: 'resume' }, first.host).done;

    expect(again).toMatchObject({ status: 'completed', totals: { total: 10, succeeded: 10, failed: 0 } });
    expect(vendor.log.stats.requests).toBeLessThanOrEqual(sent + 3);
    expect(await first.table('more.csv')).toHaveLength(5);
  });

  it('is estimated without the batch whose table does not exist yet', async () => {
    const area = await bench.addUser('ada', { 'people.csv': peopleTable(500) });
    const { plan, person } = bench.job('ada', 'x', TWO);
    const estimate = await bench.engine.estimate(
      { plan, area, person, modelOverride: null },
      bench.host(memoryStore().store),
    );
    expect(estimate).toMatchObject({ transactions: 500, requests: 500, problems: [] });
    expect(estimate.prompts.map(({ text }) => text)).toEqual(
      [1, 2, 3].map((n) => `One word for Person ${String(n)}.`),
    );
    expect(estimate.notes).toEqual([
      'Batch 2 reads files the script itself writes, so it isn’t part of the estimate.',
    ]);
    expect(vendor.log.stats.requests).toBe(0);
  });

  describe('of which the first writes a log alone', () => {
    const LOGGED = `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
PROMPT "Meet {NAME}."
RUN
MAKE_LOG met.txt
WRITE_LOG "{NAME}"
END_BATCH
BATCH_START
LOAD "/data/output/met.txt" AS WORK
MODEL mock-small
PROMPT "Who is new? {INPUT}"
RUN
OUTPUT new.csv
END_BATCH
`;

    it('is estimated without the batch that reads it', async () => {
      const area = await bench.addUser('ada', { 'people.csv': peopleTable(3) });
      const { plan, person } = bench.job('ada', 'x', LOGGED);
      const estimate = await bench.engine.estimate(
        { plan, area, person, modelOverride: null },
        bench.host(memoryStore().store),
      );
      expect(estimate).toMatchObject({ transactions: 3, problems: [] });
    });

    it('asks anew about a log that has more lines than in the trial', async () => {
      await bench.addUser('ada', { 'people.csv': peopleTable(3) });
      const host = bench.host(memoryStore().store);
      const job = bench.job('ada', 'r1', LOGGED);
      await bench.engine.start({ ...job, first: 1 }, host).done;
      expect(promptsSent().at(-1)).not.toContain('Person 3');
      await bench.engine.start({ ...job, continue: 'resume' }, host).done;
      expect(promptsSent()).toHaveLength(5);
      expect(promptsSent().at(-1)).toContain('Person 3');
    });
  });
});

describe('outputs and logs', () => {
  const script = (parallel: number): string => `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT PARALLEL ${String(parallel)}
MAKE_LOG run.log
PROMPT "Write to {NAME}."
RUN
WRITE_LOG "{XACT}: {NAME}"
OUTPUT letters.csv
OUTPUT letters.json
OUTPUT letters.xlsx
END_BATCH
`;

  it('are the same, byte for byte, whatever the parallelism', async () => {
    const files = { 'people.csv': peopleTable(60) };
    const one = await run(script(1), files, 'ada');
    const many = await run(script(20), files, 'bob');
    for (const name of ['letters.csv', 'letters.json', 'letters.xlsx', 'run.log']) {
      expect(await many.read(name)).toBe(await one.read(name));
    }
    const log = await many.read('run.log');
    expect(log.split('\n').slice(0, 2)).toEqual(['1: Person 1', '2: Person 2']);
  });
});

describe('GLOBAL', () => {
  it('goes from one transaction to the next, in order, and on after a stop', async () => {
    const script = `GLOBAL SEEN = ""
BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT PARALLEL 10
GLOBAL SEEN = SEEN + COL1 + ";"
PROMPT "After {SEEN}"
RUN
TRACK SEEN
OUTPUT out.csv
END_BATCH
`;
    vendor.script(says('a'), says('b'), { kind: 'status', status: 401 });
    const first = await run(script, { 'people.csv': peopleTable(4) });
    expect(first.outcome).toMatchObject({ status: 'failed', totals: { succeeded: 2 } });

    await bench.engine.start({ ...first.job, continue: 'resume' }, first.host).done;

    const rows = await first.table('out.csv');
    expect(rows.at(-1)?.SEEN).toBe('Person 1;Person 2;Person 3;Person 4;');
  });

  const SEEING = `GLOBAL SEEN = ""
BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
PROMPT "Meet {NAME}."
RUN
GLOBAL SEEN = SEEN + COL1 + ";"
TRACK SEEN
OUTPUT out.csv
END_BATCH
`;

  it('goes on from the end of a trial, and a later batch has what the earlier one came to', async () => {
    const script = `${SEEING}BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
GLOBAL TURNS = TURNS + 1
PROMPT "{TURNS} after {SEEN}"
RUN
END_BATCH
`;
    const people = { 'people.csv': peopleTable(3) };
    const area = await bench.addUser('ada', people);
    const host = bench.host(memoryStore().store);
    const job = bench.job('ada', 'r1', `GLOBAL TURNS = 0\n${script}`);
    const trial = await bench.engine.start({ ...job, first: 1 }, host).done;
    expect(trial).toMatchObject({ reason: 'trial', totals: { succeeded: 2 } });
    expect(promptsSent()).toEqual(['Meet Person 1.', '1 after Person 1;']);

    await bench.engine.start({ ...job, continue: 'resume' }, host).done;

    const out = await readFile(path.join(area.outputRoot, 'out.csv'), 'utf8');
    expect(out).toContain('Person 1;Person 2;Person 3;');
    expect(promptsSent().slice(-2)).toEqual([
      '2 after Person 1;Person 2;Person 3;',
      '3 after Person 1;Person 2;Person 3;',
    ]);
  });

  it('goes on from the end of the run where a failed transaction is run again', async () => {
    const refused = { kind: 'status', status: 400 } as const;
    vendor.script(refused, refused);
    const first = await run(SEEING, { 'people.csv': peopleTable(3) });
    expect(first.outcome.totals).toMatchObject({ succeeded: 1, failed: 2 });
    const retry = (round: number) =>
      bench.engine.start({ ...first.job, continue: 'retry-failed', round }, first.host).done;

    vendor.script(says('Hello.'), refused);
    expect(await retry(1)).toMatchObject({ totals: { succeeded: 2, failed: 1 } });
    expect(await retry(2)).toMatchObject({ totals: { succeeded: 3, failed: 0 } });

    const rows = await first.table('out.csv');
    expect(rows.map(({ SEEN }) => SEEN)).toEqual([
      'Person 3;Person 1;',
      'Person 3;Person 1;Person 2;',
      'Person 3;',
    ]);
  });
});

describe('OPTIMIZE', () => {
  const script = `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT PARALLEL 1
PROMPT "Write to {NAME}." OPTIMIZE
RUN
END_BATCH
`;

  it('improves the prompt once for the run', async () => {
    vendor.script(says('Dear {NAME}, in two lines {"a": {TOWN}}:'));
    await run(script, { 'people.csv': peopleTable(2) });
    expect(promptsSent().slice(1)).toEqual([
      'Dear Person 1, in two lines {"a": {TOWN}}:',
      'Dear Person 2, in two lines {"a": {TOWN}}:',
    ]);
  });

  it('keeps to the author when a placeholder is lost, and says so', async () => {
    vendor.script(says('Dear reader.'));
    const { lines } = await run(script, { 'people.csv': peopleTable(1) });
    expect(promptsSent().at(-1)).toBe('Write to Person 1.');
    expect(lines).toContain('OPTIMIZE kept your prompt unchanged. The model lost {NAME}.');
  });
});

describe('what belongs together', () => {
  it('is joined: a table with files, and each failure names its candidates', async () => {
    const script = `BATCH_START
LOAD rubric.md AS REF
LOAD roster.csv AS FILE
LOAD "essays/" AS WORK
MODEL mock-small
LIMIT PARALLEL 1
PROMPT "Grade {NAME}: {INPUT} of {FILENAME}"
RUN
OUTPUT grades.txt
END_BATCH
`;
    const { outcome, results, read } = await run(script, {
      'rubric.md': 'Ten points.',
      'roster.csv': 'Name\nAnn\nAnn-Marie\n',
      'essays/ann.txt': 'Short.',
      'essays/ann-marie.txt': 'Long.',
      'essays/zoe.txt': 'Lost.',
    });
    expect(outcome.totals).toMatchObject({ succeeded: 2, failed: 1 });
    expect(results.get('1/3')?.reason).toBe(
      'No row belongs to zoe.txt. The rows are 1 (Ann), 2 (Ann-Marie).',
    );
    const [first = ''] = promptsSent();
    expect(first).toContain('--- rubric.md ---\nTen points.');
    expect(first).toMatch(/Grade Ann-Marie: Long\.\s+of ann-marie\.txt$/u);
    expect(await read('ann.txt')).toContain('Answer');
  });

  it('ends the run with a sentence when a source cannot be read', async () => {
    const script = 'BATCH_START\nLOAD nothing.csv AS FILE\nMODEL mock-small\nPROMPT "a"\nRUN\nEND_BATCH\n';
    const { outcome } = await run(script, {});
    expect(outcome).toMatchObject({
      status: 'failed',
      reason: 'source',
      message: 'Line 2: There is no /data/input/nothing.csv.',
    });
  });

  it('refuses to go on when a folder’s file was replaced', async () => {
    const script =
      'BATCH_START\nLOAD "in/" AS DIR\nMODEL mock-small\nLIMIT PARALLEL 1\nPROMPT "{INPUT}"\nRUN\nEND_BATCH\n';
    vendor.script(says('a'), { kind: 'status', status: 401 });
    const first = await run(script, { 'in/a.txt': 'a', 'in/b.txt': 'b' });
    await writeFile(path.join(first.area.inputRoot, 'in/b.txt'), 'changed');

    const again = await bench.engine.start({ ...first.job, continue: 'resume' }, first.host).done;

    expect(again).toMatchObject({ status: 'failed', reason: 'source-changed' });
    expect(again.message).toContain('/data/input/in/ has changed since this run began');
  });
});
