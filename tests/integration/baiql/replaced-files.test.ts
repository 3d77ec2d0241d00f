import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunJob, RunOutcome } from '@promptwell/baiql-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBench } from './engine-kit';
import { rememberingHost } from './remembering-host';

// What somebody does who finds that one of forty essays was locked: they replace it, and retry what failed.

let bench: Awaited<ReturnType<typeof makeBench>>;
beforeAll(async () => {
  bench = await makeBench(null, { engine: { maxWorkers: 1 } });
});
afterAll(() => bench[Symbol.asyncDispose]());

const TWO_STEPS = `BATCH_START
LOAD essays AS WORK
LOAD roster.csv AS FILE
STEP
PROMPT "Sum up: {INPUT_TEXT}"
RUN
STEP
PROMPT "Grade {NAME}: {INPUT}"
RUN
OUTPUT grades.csv
END_BATCH
`;
let users = 0;

async function makeClass(script = TWO_STEPS) {
  users += 1;
  const user = `teacher-${users}`;
  const area = await bench.addUser(user, {
    'roster.csv': 'Key,Name\nann,Ann\nben,Ben\ncem,Cem\n',
    'rules.txt': 'Be fair.',
    'essays/ann.txt': 'Ann writes.',
    'essays/ben.txt': '',
    'essays/cem.txt': 'Cem writes.',
  });
  let refused = '';
  const memory = rememberingHost(({ prompt }) => `reply to <${prompt}>`);
  const asked = (): string[] => memory.sent.splice(0).map(({ prompt }) => prompt);
  const id = `run-of-${user}`;
  return {
    area,
    memory,
    asked,
    refuse: (text: string) => {
      refused = text;
    },
    essay: (name: string) => path.join(area.inputRoot, 'essays', name),
    table: () => readFile(path.join(area.outputRoot, 'grades.csv'), 'utf8'),
    run: (more: Partial<RunJob> = {}): Promise<RunOutcome> =>
      bench.engine.start(bench.job(user, id, script, { round: 0, ...more }), {
        ...memory.host,
        complete: (request, signal) =>
          refused !== '' && request.prompt.includes(refused)
            ? Promise.resolve({ kind: 'final', message: 'Refused.' })
            : memory.host.complete(request, signal),
      }).done,
  };
}

describe('a file that was replaced since its transaction failed', () => {
  it('is read anew by “Retry failed”; what is done stays, and is not paid again', async () => {
    const { run, asked, essay, table } = await makeClass();
    expect(await run()).toMatchObject({ status: 'completed', totals: { succeeded: 2, failed: 1 } });
    expect(asked()).toHaveLength(4);
    await writeFile(essay('ben.txt'), 'Ben writes after all.');
    const retried = await run({ continue: 'retry-failed', round: 1 });
    expect(retried).toMatchObject({
      status: 'completed',
      message: null,
      totals: { succeeded: 3, failed: 0 },
    });
    expect(asked()).toEqual([
      'Sum up: Ben writes after all.',
      'Grade Ben: reply to <Sum up: Ben writes after all.>',
    ]);
    expect((await table()).split('\r\n')).toHaveLength(5);
    // The files are those of the run from now on.
    expect(await run({ continue: 'resume' })).toMatchObject({
      status: 'completed',
      totals: { succeeded: 3 },
    });
    expect(asked()).toEqual([]);
  });

  it('is asked about from its first step, though that was paid for the file before', async () => {
    const { run, asked, essay, refuse, table } = await makeClass();
    await writeFile(essay('ben.txt'), 'Half a pa');
    refuse('Grade Ben');
    expect(await run()).toMatchObject({ totals: { succeeded: 2, failed: 1 } });
    refuse('');
    asked();
    await writeFile(essay('ben.txt'), 'The whole page.');
    const again = { continue: 'retry-failed', round: 1 } as const;
    expect(await run(again)).toMatchObject({ totals: { succeeded: 3, failed: 0 } });
    expect(asked()).toEqual(['Sum up: The whole page.', 'Grade Ben: reply to <Sum up: The whole page.>']);
    expect(await table()).toContain('The whole page.');
    expect(await table()).not.toContain('Half a pa');
  });

  it('is not asked about twice where only another file was replaced', async () => {
    const { run, asked, essay, refuse } = await makeClass();
    await writeFile(essay('ben.txt'), 'Ben writes.');
    refuse('Grade Ben');
    await run();
    refuse('');
    asked();
    await writeFile(essay('ann.txt'), 'Ann has changed hers.');
    expect(await run({ continue: 'retry-failed', round: 1 })).toMatchObject({ totals: { succeeded: 3 } });
    expect(asked()).toEqual(['Grade Ben: reply to <Sum up: Ben writes.>']);
  });

  it('may be a row of a table that is joined, or of the table itself', async () => {
    const { run, asked, area, essay } = await makeClass();
    await writeFile(essay('ben.txt'), 'Ben writes.');
    await writeFile(path.join(area.inputRoot, 'roster.csv'), 'Key,Name\nann,Ann\ncem,Cem\n');
    expect(await run()).toMatchObject({ totals: { succeeded: 2, failed: 1 } });
    asked();
    await writeFile(path.join(area.inputRoot, 'roster.csv'), 'Key,Name\nann,Ann\nben,Benno\ncem,Cem\n');
    expect(await run({ continue: 'retry-failed', round: 1 })).toMatchObject({ totals: { succeeded: 3 } });
    expect(asked()).toContain('Grade Benno: reply to <Sum up: Ben writes.>');
  });

  it('leaves corrections as they are, which are still written when the files have changed', async () => {
    const { run, asked, essay, memory, table } = await makeClass();
    await run();
    asked();
    await writeFile(essay('ann.txt'), 'Ann has changed hers.');
    const [ann] = await memory.host.loadResults(null, 1);
    if (ann?.lastRun === undefined) throw new Error('Ann has no reply.');
    await memory.host.checkpoint([{ ...ann, revision: { run: ann.lastRun, reply: 'A, by hand.' } }]);
    expect(await run({ continue: 'resume' })).toMatchObject({ status: 'completed', totals: { failed: 1 } });
    expect(asked()).toEqual([]);
    expect(await table()).toContain('ann.txt,"A, by hand."');
  });
});

describe('sources that have changed for what is done as well', () => {
  it.each([
    ['files that stand in other places', (essays: string) => rm(path.join(essays, 'ann.txt'))],
    ['a file of another name', (essays: string) => writeFile(path.join(essays, 'abe.txt'), 'Abe writes.')],
    [
      'what all are asked with',
      (essays: string) => writeFile(path.join(essays, '..', 'rules.txt'), 'Be kind.'),
    ],
  ])('are refused, and what is done stays: %s', async (_, change) => {
    const { run, asked, area } = await makeClass(TWO_STEPS.replace('STEP', 'LOAD rules.txt AS REF\nSTEP'));
    await run();
    asked();
    await change(path.join(area.inputRoot, 'essays'));
    const retried = await run({ continue: 'retry-failed', round: 1 });
    expect(retried).toMatchObject({ status: 'completed', totals: { succeeded: 2, failed: 1 } });
    expect(retried.message).toMatch(/^The failed transactions were not retried\. .* has changed/u);
    expect(asked()).toEqual([]);
  });

  it('end a run that is only half done', async () => {
    const { run, asked, essay, memory } = await makeClass();
    await run({ first: 1 });
    asked();
    await writeFile(essay('ann.txt'), 'Ann has changed hers.');
    expect(await run({ continue: 'resume' })).toMatchObject({ status: 'failed', reason: 'source-changed' });
    expect(memory.sent).toEqual([]);
  });
});
