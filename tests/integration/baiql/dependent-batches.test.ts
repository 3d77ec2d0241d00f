import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { createEngine, type Area, type Engine, type RunHost, type RunJob } from '@promptwell/baiql-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryArea } from '../../../packages/baiql-runtime/src/test-support/temporary-area.js';
import { rememberingHost } from './remembering-host.js';

// A batch that reads what an earlier one of the same run writes, when the run goes on and that has become more.

const SCRIPT = `BATCH_START
LOAD people.csv AS FILE
PROMPT "A word for {NAME}."
RUN
OUTPUT words.csv FORMAT json FIELDS word
END_BATCH
BATCH_START
PATH_IN "/data/output/"
LOAD words.csv AS FILE
PROMPT "More on {WORD}."
RUN
OUTPUT more.csv
END_BATCH
`;
const PEOPLE = { 'people.csv': 'Name\nAnn\nBen\nCy\nDi\n' };

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

let runs = 0;
function jobOf(area: Area, more: Partial<RunJob> = {}, script = SCRIPT): RunJob {
  runs += 1;
  return {
    executionId: `run-${runs}`,
    plan: compile(parse(script).tree),
    area,
    continue: 'fresh',
    quiet: true,
    person: { userId: 'u', userName: 'Ada', sessionId: '' },
    limits: { maxParallel: 1, budgetMicroUsd: null },
    modelOverride: null,
    ...more,
  };
}

/** The word of a person is their name in small letters; those who are named get prose the first time. */
function hostWith({ failing = [] }: { failing?: string[] } = {}) {
  const bad = new Set(failing.map((name) => `A word for ${name}.`));
  return rememberingHost(({ prompt }) => {
    if (bad.delete(prompt)) return 'no JSON';
    const name = /^A word for (.*)\.$/mu.exec(prompt)?.[1];
    return name === undefined ? `On ${prompt}` : JSON.stringify({ word: name.toLowerCase() });
  });
}

const rowsOf = async (area: Area): Promise<string[]> => {
  const text = await readFile(path.join(area.outputRoot, 'more.csv'), 'utf8');
  return text.trim().split('\r\n').slice(1);
};
const promptsOf = (sent: readonly { prompt: string }[]): string[] => sent.map(({ prompt }) => prompt);
const rowOf = (name: string): string => `${name},${name.toLowerCase()},On More on ${name.toLowerCase()}.`;

describe('a batch that reads what the run writes', () => {
  it('goes on after a trial, and asks nothing twice', async () => {
    const area = await temporaryArea(PEOPLE);
    const { host, sent } = hostWith();
    const job = jobOf(area);
    const trial = await engine.start({ ...job, first: 2 }, host).done;
    expect(trial).toMatchObject({ status: 'completed', reason: 'trial' });
    expect(await rowsOf(area)).toEqual(['Ann', 'Ben'].map(rowOf));

    const whole = await engine.start({ ...job, continue: 'resume' }, host).done;
    expect(whole).toMatchObject({ status: 'completed', reason: null, totals: { total: 8, succeeded: 8 } });
    expect(await rowsOf(area)).toEqual(['Ann', 'Ben', 'Cy', 'Di'].map(rowOf));
    expect(new Set(promptsOf(sent)).size).toBe(8);
    expect(sent).toHaveLength(8);
  });

  it('goes on after a trial whose rest ended between the two', async () => {
    const area = await temporaryArea(PEOPLE);
    const { host } = hostWith();
    const job = jobOf(area);
    await engine.start({ ...job, first: 2 }, host).done;
    // The end comes as the second batch asks for its model.
    let asked = 0;
    const ending: RunHost = {
      ...host,
      findModel(name) {
        asked += 1;
        return asked === 1 ? host.findModel(name) : Promise.reject(new Error('The server ended.'));
      },
    };
    await engine.start({ ...job, continue: 'resume' }, ending).done;
    await engine.start({ ...job, continue: 'resume' }, host).done;
    expect(await rowsOf(area)).toEqual(['Ann', 'Ben', 'Cy', 'Di'].map(rowOf));
  });

  it('takes in what failed and does no longer, and never gives a row the reply of another', async () => {
    const area = await temporaryArea(PEOPLE);
    const { host, sent, lines } = hostWith({ failing: ['Ben'] });
    const job = jobOf(area);
    await engine.start(job, host).done;
    expect(await rowsOf(area)).toEqual(['Ann', 'Cy', 'Di'].map(rowOf));
    const before = sent.length;

    const again = await engine.start({ ...job, continue: 'retry-failed', round: 1 }, host).done;
    expect(again).toMatchObject({ status: 'completed', totals: { total: 8, succeeded: 8, failed: 0 } });
    expect(await rowsOf(area)).toEqual(['Ann', 'Ben', 'Cy', 'Di'].map(rowOf));
    expect(promptsOf(sent.slice(before))).not.toContain('More on ann.');
    expect(lines.map(({ text }) => text)).toContain(
      'Batch 2 reads what the run itself writes: 2 transactions work on something else now, and run again.',
    );
  });

  it('is left as it is while nothing that it reads is written anew', async () => {
    const area = await temporaryArea(PEOPLE);
    const { host, sent } = hostWith();
    const job = jobOf(area);
    await engine.start(job, host).done;
    await engine.start({ ...job, continue: 'retry-failed', round: 1 }, host).done;
    expect(sent).toHaveLength(8);
  });

  it('of a run with keys of before is refused, since these do not say what a row was', async () => {
    const area = await temporaryArea(PEOPLE);
    const { host } = hostWith();
    const earlier: RunHost = {
      ...host,
      loadMemo: async () => ({ run: '{"version":2,"startedAtMs":0}', ...(await host.loadMemo()) }),
    };
    const job = jobOf(area);
    await engine.start({ ...job, first: 2 }, earlier).done;
    const outcome = await engine.start({ ...job, continue: 'resume' }, earlier).done;
    expect(outcome).toMatchObject({ status: 'failed', reason: 'source-changed' });
  });

  it.each([
    ['as reference', 'LOAD words.csv AS REF\nPROMPT "Sum up."'],
    ['by GET', 'GET ALL FROM FILE "words.csv"\nPROMPT "Sum up {ALL}"'],
  ])(
    '%s is asked again of the whole after a trial, and with the rows that failed before',
    async (_, body) => {
      const [first = ''] = SCRIPT.split('END_BATCH\n');
      const summary = `${first}END_BATCH
BATCH_START
PATH_IN "/data/output/"
${body}
RUN
OUTPUT sum.txt AGGREGATE
END_BATCH
`;
      const area = await temporaryArea(PEOPLE);
      const bad = new Set(['A word for Ben.']);
      const { host } = rememberingHost(({ prompt, references }) => {
        if (bad.delete(prompt)) return 'no JSON';
        const name = /^A word for (.*)\.$/mu.exec(prompt)?.[1];
        const rows = (references[0]?.text ?? prompt).trim().split('\n').slice(1);
        return name === undefined
          ? `Of ${rows.map((row) => row.split(',')[0]).join(' ')}`
          : `{"word": "${name}"}`;
      });
      const sum = async () => (await readFile(path.join(area.outputRoot, 'sum.txt'), 'utf8')).split('\n')[2];
      const job = jobOf(area, {}, summary);
      await engine.start({ ...job, first: 2 }, host).done;
      expect(await sum()).toBe('Of Ann');
      await engine.start({ ...job, continue: 'resume' }, host).done;
      expect(await sum()).toBe('Of Ann Cy Di');
      await engine.start({ ...job, continue: 'retry-failed', round: 1 }, host).done;
      expect(await sum()).toBe('Of Ann Ben Cy Di');
    },
  );

  it('by a GLOBAL is asked again of what that comes to, and only then', async () => {
    const script = `GLOBAL ALL = ""
BATCH_START
LOAD people.csv AS FILE
PROMPT "A word for {NAME}."
RUN
GLOBAL ALL = ALL + NAME + " "
END_BATCH
BATCH_START
PROMPT "Sum up {ALL}"
RUN
OUTPUT sum.txt AGGREGATE
END_BATCH
`;
    const area = await temporaryArea(PEOPLE);
    const { host, sent } = hostWith();
    const sum = async () => (await readFile(path.join(area.outputRoot, 'sum.txt'), 'utf8')).split('\n')[2];
    const job = jobOf(area, {}, script);
    await engine.start({ ...job, first: 2 }, host).done;
    expect(await sum()).toBe('On Sum up Ann Ben');
    await engine.start({ ...job, continue: 'resume' }, host).done;
    expect(await sum()).toBe('On Sum up Ann Ben Cy Di');
    const { length } = sent;
    await engine.start({ ...job, continue: 'retry-failed', round: 1 }, host).done;
    expect(sent).toHaveLength(length);
  });
});
