import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  areaOfRun,
  measureUsage,
  type FileRecord,
  type RunJob,
  type RunOutcome,
} from '@promptwell/baiql-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorkplace, startBaiql } from './command';
import { makeBench } from './engine-kit';
import { rememberingHost } from './remembering-host';

// Outputs belong to their run: what another run writes, tries or breaks off takes nothing from it.

let bench: Awaited<ReturnType<typeof makeBench>>;
beforeAll(async () => {
  bench = await makeBench(null, { engine: { maxWorkers: 1 } });
});
afterAll(() => bench[Symbol.asyncDispose]());

const ROWS = 7;
const FILES = { 'rows.csv': `Name\n${Array.from({ length: ROWS }, (_, row) => `P${row + 1}\n`).join('')}` };
const script = (output: string): string =>
  `BATCH_START\nLOAD rows.csv AS FILE\nMAKE_LOG run.log\nLIMIT PARALLEL 1\n${output}\nPROMPT "{NAME}"\nRUN\nWRITE_LOG "{NAME}"\nEND_BATCH\n`;
const TABLE = script('OUTPUT marks.csv');
const LETTERS = script('OUTPUT "letters/{NAME}.txt"');

let places = 0;

/** Runs in one area, whose host knows what each has written where. */
async function makePlace(text: string) {
  places += 1;
  const user = `user-${places}`;
  const area = await bench.addUser(user, FILES);
  const records = new Map<string, FileRecord & { run: string }>();
  const memories = new Map<string, ReturnType<typeof rememberingHost>>();
  let runs = 0;

  async function run(
    more: Partial<RunJob> = {},
    { stopAfter = Infinity }: { stopAfter?: number } = {},
  ): Promise<RunOutcome & { id: string }> {
    if (more.executionId === undefined) runs += 1;
    const id = more.executionId ?? `${user}-${runs}`;
    const memory = memories.get(id) ?? rememberingHost(({ prompt }) => `${prompt} of ${id}`);
    memories.set(id, memory);
    let asked = 0;
    const outcome = await bench.engine.start(bench.job(user, id, text, more), {
      ...memory.host,
      complete: (request, signal) => {
        asked += 1;
        return asked > stopAfter
          ? Promise.resolve({ kind: 'stop', reason: 'funds', message: 'No money.' })
          : memory.host.complete(request, signal);
      },
      standing: (paths) =>
        Promise.resolve(
          paths.flatMap((each) => {
            const record = records.get(each);
            return record?.isWhole === true && record.run !== id ? [record] : [];
          }),
        ),
      recordFiles: (written, gone) => {
        for (const each of gone) if (records.get(each)?.run === id) records.delete(each);
        for (const file of written) records.set(file.path, { ...file, run: id });
        return Promise.resolve();
      },
    }).done;
    return { ...outcome, id };
  }

  return {
    area,
    run,
    names: async () => (await readdir(area.outputRoot, { recursive: true })).toSorted(),
    text: (name: string) => readFile(path.join(area.outputRoot, name), 'utf8'),
    keptText: (id: string, name: string) => readFile(path.join(areaOfRun(area, id).outputRoot, name), 'utf8'),
  };
}

const rowsOf = (text: string): number => text.trim().split('\r\n').length - 1;

describe('a file of a whole run', () => {
  it('stays where it is when rows are tried; the rest of that trial takes its place', async () => {
    const place = await makePlace(TABLE);
    const whole = await place.run();
    const trial = await place.run({ first: 3 });
    expect(trial.outputs.map((file) => file.path)).toEqual([
      '/data/output/marks (trial).csv',
      '/data/output/run (trial).log',
    ]);
    expect(await place.text('marks.csv')).toContain(`P1 of ${whole.id}`);
    expect(rowsOf(await place.text('marks (trial).csv'))).toBe(3);

    const rest = await place.run({ executionId: trial.id, continue: 'resume' });
    expect(rest.outputs.map((file) => file.path)).toEqual(['/data/output/marks.csv', '/data/output/run.log']);
    expect(await place.names()).toEqual(['marks.csv', 'run.log']);
    expect(await place.text('marks.csv')).toContain(`P7 of ${trial.id}`);
    // What the first run wrote is its own still.
    expect(rowsOf(await place.keptText(whole.id, 'marks.csv'))).toBe(ROWS);
    expect(await place.keptText(whole.id, 'marks.csv')).toContain(`P7 of ${whole.id}`);
  });

  it('stays where it is when a run ends early, whose file says how far it came', async () => {
    const place = await makePlace(TABLE);
    await place.run();
    const early = await place.run({}, { stopAfter: 2 });
    expect(early.reason).toBe('funds');
    expect(await place.names()).toEqual([
      'marks (2 of 7).csv',
      'marks (2 of 7).csv.errors.csv',
      'marks.csv',
      'run (2 of 7).log',
      'run.log',
    ]);
    const further = await place.run({ executionId: early.id, continue: 'resume' }, { stopAfter: 3 });
    expect(further.reason).toBe('funds');
    expect(await place.names()).toEqual([
      'marks (5 of 7).csv',
      'marks (5 of 7).csv.errors.csv',
      'marks.csv',
      'run (5 of 7).log',
      'run.log',
    ]);
    await place.run({ executionId: early.id, continue: 'resume' });
    expect(await place.names()).toEqual(['marks.csv', 'run.log']);
  });

  it('gives its folder no files of a trial', async () => {
    const place = await makePlace(LETTERS);
    await place.run();
    const trial = await place.run({ first: 2 });
    expect(await place.names()).toEqual([
      'letters',
      'letters (trial)',
      ...[1, 2].map((row) => `letters (trial)/P${row}.txt`),
      ...Array.from({ length: ROWS }, (_, row) => `letters/P${row + 1}.txt`),
      'run (trial).log',
      'run.log',
    ]);
    await place.run({ executionId: trial.id, continue: 'resume' });
    expect(await place.names()).not.toContain('letters (trial)');
    expect(await place.text('letters/P7.txt')).toContain(`of ${trial.id}`);
  });

  it('that its owner has taken away, or replaced, is in nobody’s way', async () => {
    const place = await makePlace(TABLE);
    await place.run();
    await writeFile(path.join(place.area.outputRoot, 'marks.csv'), 'mine');
    await rm(path.join(place.area.outputRoot, 'run.log'));
    await place.run({ first: 3 });
    expect(await place.names()).toEqual(['marks.csv', 'run.log']);
    expect(rowsOf(await place.text('marks.csv'))).toBe(3);
  });
});

describe('a run whose files another has replaced', () => {
  it('writes them again for nothing, and both keep their own', async () => {
    const place = await makePlace(TABLE);
    const first = await place.run();
    const second = await place.run();
    expect(await place.text('marks.csv')).toContain(second.id);
    const again = await place.run({ executionId: first.id, continue: 'write' }, { stopAfter: 0 });
    expect(again.status).toBe('completed');
    expect(await place.text('marks.csv')).toContain(`P7 of ${first.id}`);
    expect(await place.keptText(second.id, 'marks.csv')).toContain(`P7 of ${second.id}`);
    // `retry failed` without a failure finds them replaced, too.
    await place.run({ executionId: second.id, continue: 'write' }, { stopAfter: 0 });
    await place.run({ executionId: first.id, continue: 'retry-failed' }, { stopAfter: 0 });
    expect(await place.text('marks.csv')).toContain(`P7 of ${first.id}`);
  });

  it('counts what it keeps once, and gives it up where room is needed', async () => {
    const place = await makePlace(TABLE);
    const first = await place.run();
    const once = await measureUsage(place.area);
    const { sizeBytes: own } = first.outputs[0] ?? { sizeBytes: 0 };
    expect(once.replaced.bytes).toBe(0);
    const second = await place.run();
    const twice = await measureUsage(place.area);
    const size = second.outputs.reduce((sum, file) => sum + file.sizeBytes, 0);
    expect(twice.bytes).toBe(once.bytes + size);
    // There is room for one more table only when the oldest copy goes.
    const limits = { maxParallel: 4, budgetMicroUsd: null, quotaBytes: twice.bytes + own / 2 };
    expect((await place.run({ limits })).status).toBe('completed');
    await expect(place.keptText(first.id, 'marks.csv')).rejects.toThrow('ENOENT');
    expect(await place.keptText(second.id, 'marks.csv')).toContain(second.id);
  });
});

describe('what is done of a run that cannot go on', () => {
  it('is written when its source has changed or is gone, and the errors file names the rest', async () => {
    for (const change of [(file: string) => writeFile(file, 'Name\nX\n'), (file: string) => rm(file)]) {
      const place = await makePlace(TABLE);
      const early = await place.run({}, { stopAfter: 2 });
      await rm(path.join(place.area.outputRoot, 'marks.csv'));
      await change(path.join(place.area.inputRoot, 'rows.csv'));
      const outcome = await place.run({ executionId: early.id, continue: 'resume' }, { stopAfter: 0 });
      expect(outcome).toMatchObject({ status: 'failed', totals: { total: ROWS, succeeded: 2 } });
      expect(['source', 'source-changed']).toContain(outcome.reason);
      expect(rowsOf(await place.text('marks.csv'))).toBe(2);
      const errors = await place.text('marks.csv.errors.csv');
      expect(rowsOf(errors)).toBe(ROWS - 2);
      expect(errors).toContain(`Not run. ${outcome.message ?? ''}`);
    }
  });

  it('is written in whatever state it ended, with nothing sent', async () => {
    const place = await makePlace(TABLE);
    const early = await place.run({}, { stopAfter: 2 });
    const errors = await place.text('marks.csv.errors.csv');
    expect(errors).toContain('3,P3,Not run. No money.');
    for (const name of await place.names()) await rm(path.join(place.area.outputRoot, name));
    const again = await place.run({ executionId: early.id, continue: 'write' }, { stopAfter: 0 });
    expect(again).toMatchObject({ status: 'completed', reason: null });
    expect(rowsOf(await place.text('marks.csv'))).toBe(2);
  });
});

describe('on the command line', () => {
  it('a trial goes beside the file of a complete run, which is written again when it was replaced @soak', async () => {
    await using place = await makeWorkplace(TABLE, FILES);
    const names = async () => (await readdir(place.at('out'))).toSorted();
    const whole = await startBaiql(place.args).finished;
    expect(whole.status).toBe(0);

    const trial = await startBaiql([...place.args, '--first', '3']).finished;
    expect(trial.summary?.outputs.map((file) => path.basename(file))).toEqual([
      'marks (trial).csv',
      'run (trial).log',
    ]);
    expect(await names()).toEqual(['marks (trial).csv', 'marks.csv', 'run (trial).log', 'run.log']);

    await startBaiql([...place.args, '--resume', trial.summary?.id ?? '']).finished;
    expect(await names()).toEqual(['marks.csv', 'run.log']);
    await rm(path.join(place.at('out'), 'marks.csv'));
    await startBaiql([...place.args, '--resume', whole.summary?.id ?? '']).finished;
    expect(await place.readTable('marks.csv')).toHaveLength(ROWS);
  });
});
