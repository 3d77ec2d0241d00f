import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunHost } from '../host.js';
import type { Engine } from '../job.js';
import type { LogLine } from '../records.js';
import { failedBefore, jobOf, makeHost, MODEL } from '../test-support/engine-host.js';
import { createEngine } from './create-engine.js';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

const CHATTY = (lines: number): string => `BATCH_START
LOAD rows.csv AS FILE
LOOP ${lines}
WRITE_LOG "{NAME} {LOOPCT}"
END_LOOP
PROMPT "{NAME}"
RUN
END_BATCH
`;

describe('a run with replies that were cut off', () => {
  it('counts them, and warns of each and of all', async () => {
    const lines: LogLine[] = [];
    const host = makeHost({
      complete: ({ prompt }) =>
        Promise.resolve({
          kind: 'reply',
          text: prompt,
          inputTokens: 1,
          outputTokens: 16,
          costMicroUsd: 3,
          replayed: false,
          ...(prompt === 'Ben' ? { finish: 'length' } : {}),
        }),
      log: (more) => lines.push(...more),
    });
    const job = await jobOf('BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH');
    const outcome = await engine.start(job, host).done;
    expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 2, failed: 0, cutOff: 1 } });
    const warnings = lines.filter(({ level }) => level === 'warning').map(({ text }) => text);
    expect(warnings).toEqual([
      '2 of 2 · Ben · done: cut off at 16 tokens',
      '1 transaction has a reply that was cut off. It is kept, and the errors file lists it.',
    ]);
  });
});

describe('the length of a reply', () => {
  it.each([
    ['', 4_096],
    [' MAX_TOKENS 8000', 8_000],
    [' MAX_TOKENS 90000', 16_384],
  ])(
    'that a script wants with%s is what a request asks for, as far as the model goes',
    async (option, tokens) => {
      const asked: number[] = [];
      const usual = makeHost();
      const host = makeHost({
        findModel: () => Promise.resolve({ ...MODEL, maxOutputTokens: 16_384 }),
        complete: (request, signal) => {
          asked.push(request.model.maxOutputTokens);
          return usual.complete(request, signal);
        },
      });
      const job = await jobOf(`BATCH_START\nMODEL "m"${option}\nPROMPT "Hello"\nRUN\nEND_BATCH\n`);
      const lines: string[] = [];
      const log: RunHost['log'] = (more) => lines.push(...more.map(({ text }) => text));
      expect(await engine.start(job, { ...host, log }).done).toMatchObject({ status: 'completed' });
      expect(asked).toEqual([tokens]);
      const note =
        'Line 2: MAX_TOKENS 90,000 is more than mock-small may give here, so replies end at 16,384.';
      expect(lines.includes(note)).toBe(option.endsWith('90000'));
      expect((await engine.estimate(job, host)).notes).toEqual(option.endsWith('90000') ? [note] : []);
    },
  );
});

describe('RUN SCREEN', () => {
  it('asks about a prompt for the model that is to answer it, also where a STEP has its own', async () => {
    const screened: [string, string][] = [];
    const host = makeHost({
      findModel: (name) => Promise.resolve({ ...MODEL, model: name ?? '' }),
      screen: (prompt, { model }) => {
        screened.push([prompt, model]);
        return Promise.resolve({ kind: 'allowed', text: prompt });
      },
    });
    const steps = 'STEP\nPROMPT "one"\nRUN SCREEN\nSTEP\nMODEL "theirs"\nPROMPT "two"\nRUN SCREEN';
    const job = await jobOf(`BATCH_START\nMODEL "ours"\n${steps}\nEND_BATCH\n`);
    expect(await engine.start(job, host).done).toMatchObject({ status: 'completed' });
    expect(screened).toEqual([
      ['one', 'ours'],
      ['two', 'theirs'],
    ]);
  });
});

describe('a run', () => {
  it('whose lines its host cannot take ends with that reason, and the next run goes on', async () => {
    const broken = makeHost({
      log: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    expect(await engine.start(await jobOf(CHATTY(3)), broken).done).toMatchObject({
      status: 'failed',
      reason: 'host',
      message: 'Maximum call stack size exceeded',
    });
    expect(await engine.start(await jobOf(CHATTY(3)), makeHost()).done).toMatchObject({
      status: 'completed',
    });
  });

  it('that writes thousands of lines for each row tells a bounded number of them', async () => {
    const told: LogLine[] = [];
    const host = makeHost({
      log: (lines) => {
        for (const line of lines) told.push(line);
      },
    });
    expect(await engine.start(await jobOf(CHATTY(3_000)), host).done).toMatchObject({ status: 'completed' });
    expect(told.filter(({ text }) => text.startsWith('Ann'))).toHaveLength(1_000);
    expect(told.filter(({ text }) => text.startsWith('2,000 more lines were left out'))).toHaveLength(2);
  });
});

describe('runs of one worker', () => {
  const SLOW = 'BATCH_START\nLOAD rows.csv AS FILE\nLIMIT 1 XACT\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n';

  it('that wait for their LIMIT hold up no other, not even of the same user', async () => {
    const slow = [await jobOf(SLOW), await jobOf(SLOW)].map((job) => engine.start(job, makeHost()));
    const quick = engine.start(await jobOf(SLOW.replace('LIMIT 1 XACT\n', '')), makeHost());
    const first = await Promise.race([quick, ...slow].map(async (run) => ({ run, outcome: await run.done })));
    expect(first.run).toBe(quick);
    expect(first.outcome).toMatchObject({ status: 'completed', totals: { succeeded: 2 } });
    for (const run of slow) run.cancel();
    for (const run of slow) expect(await run.done).toMatchObject({ reason: 'cancelled' });
  });

  it('go on when the thread dies of one of them @soak', async () => {
    const tight = createEngine({ maxWorkers: 1, workerMemoryMb: 32 });
    onTestFinished(() => tight.close());
    const large = failedBefore(40, 1_000_000);
    const lines: string[] = [];
    let begin: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let answerAll: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    const modest = tight.start(
      await jobOf('BATCH_START\nPROMPT "Hello"\nRUN\nEND_BATCH\n'),
      makeHost({
        complete: async ({ prompt }) => {
          begin();
          await answered;
          const spent = { inputTokens: 1, outputTokens: 1, costMicroUsd: null, replayed: false };
          return { kind: 'reply', text: prompt, ...spent };
        },
        log: (more) => lines.push(...more.map(({ text }) => text)),
      }),
    );
    await hasBegun;
    const greedy = { ...(await jobOf(SLOW)), continue: 'retry-failed' } as const;
    const outcome = await tight.start(greedy, makeHost(large)).done;
    expect(outcome).toMatchObject({ status: 'failed', reason: 'worker' });
    answerAll();
    expect(await modest.done).toMatchObject({ status: 'completed', totals: { succeeded: 1 } });
    expect(lines).toContain('This run’s worker stopped unexpectedly; another one has taken over.');
  });
});
