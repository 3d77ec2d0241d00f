import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse, validate } from '@promptwell/baiql-lang';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunHost } from '../host.js';
import type { Engine, RunJob } from '../job.js';
import { KEPT_TEXT_CHARACTERS, type LogLine, type TransactionResult } from '../records.js';
import { temporaryArea } from '../test-support/temporary-area.js';
import { createEngine } from './create-engine.js';

const RATES = { inputMicroUsdPer1k: 1, outputMicroUsdPer1k: 1 };
const MODEL = { provider: 'mock', model: 'mock-small', maxOutputTokens: 16, price: null };

const PRICED = { ...MODEL, model: 'priced', price: RATES };

/** Answers every prompt with itself, and keeps nothing. */
const makeHost = (more: Partial<RunHost> = {}): RunHost => ({
  complete: ({ prompt }) =>
    Promise.resolve({
      kind: 'reply',
      text: prompt,
      inputTokens: 1,
      outputTokens: 1,
      costMicroUsd: null,
      replayed: false,
    }),
  quote: () => Promise.resolve({ inputTokens: 1, maxCostMicroUsd: null }),
  screen: (text) => Promise.resolve({ kind: 'allowed', text }),
  findModel: () => Promise.resolve(MODEL),
  countTokens: (_, requests) => Promise.resolve(requests.map(({ prompt }) => prompt.length)),
  checkpoint: () => Promise.resolve(),
  loadResults: () => Promise.resolve([]),
  saveMemo: () => Promise.resolve(),
  loadMemo: () => Promise.resolve(null),
  log: () => undefined,
  progress: () => undefined,
  ...more,
});

let runs = 0;
async function jobOf(script: string, files: Record<string, string> = {}): Promise<RunJob> {
  runs += 1;
  return {
    executionId: `run-${runs}`,
    plan: compile(parse(script).tree),
    area: await temporaryArea({
      'rows.csv': 'Name,Score\nAnn,1\nBen,2\n',
      'note.txt': 'One.\nTwo.\n',
      ...files,
    }),
    continue: 'fresh',
    quiet: false,
    person: { userId: 'u', userName: 'Ada', sessionId: '' },
    limits: { maxParallel: 4, budgetMicroUsd: null },
    modelOverride: null,
  };
}

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

describe('a GET that can find nothing in any reply', () => {
  it.each([
    [
      'MATCH "([A-Z"',
      'The MATCH expression "([A-Z" cannot be used: missing closing ]: `[A-Z`. (Lookaround and backreferences aren’t supported.)',
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

const text = fc.constantFrom(
  '"{NAME}"',
  '"{INPUT}"',
  '"{X}"',
  '"\\{X} {LINE}"',
  '"a # b"',
  '""',
  '"""\n{ROW}\n"""',
);
const number = fc.constantFrom('1', '3', '0', '-1', '10000', '0.5');
const statement: fc.Arbitrary<string> = fc.letrec<{ line: string; block: string }>((tie) => ({
  line: fc.oneof(
    text.map((prompt) => `PROMPT ${prompt}`),
    fc.constantFrom('RUN', 'RUN SCREEN', 'RUN RETRY 2', 'STEP "next"', 'SKIP', 'BREAK', 'HALT', 'RETRY 1'),
    fc.constantFrom('LOAD rows.csv AS FILE', 'LOAD note.txt AS LINES', 'LOAD *.txt AS WORK', 'LOAD . AS DIR'),
    fc.constantFrom(
      'OUTPUT o.csv',
      'OUTPUT o.json FORMAT json',
      'OUTPUT "{X}.txt" SEPARATE',
      'MAKE_LOG l.log',
    ),
    fc.constantFrom(
      'GET X',
      'GET X FROM JSON "a.b"',
      'GET X FROM COL 2',
      'GET X FROM MATCH "(a+)+$"',
      'TRACK X',
    ),
    fc.constantFrom('ERROR HALT', 'ERROR RETRY 2 SKIP', 'LIMIT 10000 PARALLEL 3', 'BATCH_START', 'END_BATCH'),
    fc.constantFrom('SET X = X + X + "1"', 'GLOBAL G = G + 1', 'SET X = 1 / 0', 'SET X = COL1 * 2'),
    text.map((line) => `WRITE_LOG ${line}`),
    tie('block'),
  ),
  block: fc.oneof(
    fc
      .tuple(number, fc.array(tie('line'), { maxLength: 3 }))
      .map(([times, body]) => `LOOP ${times}\n${body.join('\n')}\nEND_LOOP`),
    fc
      .tuple(fc.constantFrom('NAME = "Ann"', 'X > 2', 'ERRFL = 1'), fc.array(tie('line'), { maxLength: 3 }))
      .map(([condition, body]) => `IF ${condition}\n${body.join('\n')}\nEND_IF`),
  ),
})).line;
const script = fc
  .array(statement, { maxLength: 12 })
  .map((body) => `BATCH_START\nLOAD rows.csv AS FILE\n${body.join('\n')}\nEND_BATCH\n`);

describe('random scripts', () => {
  it('end, one way or another, and the process goes on', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (source) => {
        validate(parse(source));
        const { status } = await engine.start(await jobOf(source), makeHost()).done;
        expect(['completed', 'failed']).toContain(status);
      }),
      { numRuns: 50 },
    );
  });
});

/** How the transactions of an earlier part have failed, as a host keeps them: page by page, made when asked for. */
const failedBefore = (
  count: number,
  characters = KEPT_TEXT_CHARACTERS,
): Pick<RunHost, 'loadMemo' | 'loadResults'> => ({
  loadMemo: () =>
    Promise.resolve({ run: '{"version":2,"startedAtMs":0}', 'sources/1': '[]', 'written/1': '[]' }),
  loadResults: (after, limit) => {
    const from = after?.batch === 1 ? after.number : 0;
    return Promise.resolve(
      Array.from({ length: Math.min(limit, Math.max(0, count - from)) }, (_, index) => ({
        batch: 1,
        number: from + index + 1,
        status: 'failed',
        label: 'Ann',
        reason: 'overloaded',
        prompt: 'p'.repeat(characters),
        reply: 'r'.repeat(characters),
        failedRuns: ['0/0/1'],
        runs: 0,
        inputTokens: 0,
        outputTokens: 0,
        costMicroUsd: null,
        outputs: [],
        logLines: [],
      })),
    );
  },
});

describe('what failed, run again', () => {
  it('takes no more memory for many transactions than for few', async () => {
    const small = createEngine({ maxWorkers: 1, workerMemoryMb: 64 });
    onTestFinished(() => small.close());
    const keys = new Set<string>();
    const host = makeHost({
      ...failedBefore(12_000),
      complete: ({ key }) => {
        keys.add(key);
        return Promise.resolve({
          kind: 'reply',
          text: 'Done.',
          inputTokens: 1,
          outputTokens: 1,
          costMicroUsd: null,
          replayed: false,
        });
      },
    });
    const job = await jobOf('BATCH_START\nLOAD many.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n', {
      'many.csv': `Name\n${'Ann\n'.repeat(12_000)}`,
    });
    const outcome = await small.start({ ...job, continue: 'retry-failed' }, host).done;
    expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 12_000, failed: 0 } });
    // Each was asked under a key of its own, and none under the one that had failed.
    expect(keys.size).toBe(12_000);
    expect([...keys].every((key) => key.endsWith('/2'))).toBe(true);
  });

  it('is not run a third time when the round goes on after a restart', async () => {
    const asked: string[] = [];
    const ended: TransactionResult[] = [];
    const before = failedBefore(3);
    const host = makeHost({
      ...before,
      complete: ({ prompt }) => {
        asked.push(prompt);
        return Promise.resolve({ kind: 'final', message: 'Refused.' });
      },
      checkpoint: (group) => Promise.resolve(void ended.push(...group)),
      loadResults: async (after, limit) =>
        (await before.loadResults(after, limit)).map(
          (result) => ended.find(({ number }) => number === result.number) ?? result,
        ),
    });
    const script = 'BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n';
    const job = await jobOf(script, { 'rows.csv': 'Name\nAnn\nBen\nCem\n' });
    const retry = { ...job, continue: 'retry-failed' } as const;
    const first = await engine.start({ ...retry, round: 1 }, host).done;
    expect(first.totals).toMatchObject({ failed: 3 });
    const restarted = await engine.start({ ...retry, round: 1 }, host).done;
    expect(restarted).toMatchObject({ status: 'completed', totals: { failed: 3 } });
    expect(asked).toHaveLength(3);
    await engine.start({ ...retry, round: 2 }, host).done;
    expect(asked).toHaveLength(6);
  });

  it('leaves what it has not come to as it was', async () => {
    const results: string[] = [];
    const host = makeHost({
      ...failedBefore(3),
      complete: () => Promise.resolve({ kind: 'stop', reason: 'funds', message: 'No money.' }),
      checkpoint: (group) => Promise.resolve(void results.push(...group.map(({ label }) => label))),
    });
    const job = await jobOf('BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n', {
      'rows.csv': 'Name\nAnn\nBen\nCem\n',
    });
    const outcome = await engine.start({ ...job, continue: 'retry-failed' }, host).done;
    expect(outcome).toMatchObject({ status: 'failed', reason: 'funds', totals: { failed: 3, succeeded: 0 } });
    expect(results).toEqual([]);
  });

  it('does not count what it had paid before against LIMIT COST a second time', async () => {
    const script = `BATCH_START
LOAD rows.csv AS FILE
LIMIT PARALLEL 1 COST 0.0001
STEP
PROMPT "First {NAME}"
RUN
STEP
PROMPT "Then {INPUT}"
RUN
END_BATCH
`;
    const { loadMemo, loadResults } = failedBefore(2);
    const host = makeHost({
      loadMemo,
      loadResults: async (after, limit) =>
        (await loadResults(after, limit)).map((result) => ({
          ...result,
          failedRuns: ['1/1/1'],
          costMicroUsd: 40,
        })),
      findModel: () => Promise.resolve(PRICED),
      quote: () => Promise.resolve({ inputTokens: 1, maxCostMicroUsd: 10 }),
      complete: ({ prompt }) => {
        const replayed = prompt.startsWith('First');
        const costMicroUsd = replayed ? 40 : 10;
        const text = 'Done.';
        return Promise.resolve({
          kind: 'reply',
          text,
          inputTokens: 1,
          outputTokens: 1,
          costMicroUsd,
          replayed,
        });
      },
    });
    const job: RunJob = { ...(await jobOf(script)), continue: 'retry-failed' };
    expect(await engine.start(job, host).done).toMatchObject({
      status: 'completed',
      totals: { succeeded: 2, costMicroUsd: 100 },
    });
  });
});

/** Keeps results and memo, as a host does. */
function remembering(): Pick<RunHost, 'checkpoint' | 'loadResults' | 'saveMemo' | 'loadMemo'> {
  const memo: Record<string, string | null> = {};
  const results = new Map<string, TransactionResult>();
  return {
    checkpoint(group) {
      for (const result of group) results.set(`${result.batch}/${result.number}`, result);
      return Promise.resolve();
    },
    loadResults: (after) =>
      Promise.resolve(
        [...results.values()]
          .sort((one, other) => one.batch - other.batch || one.number - other.number)
          .filter(
            ({ batch, number }) =>
              batch > (after?.batch ?? 0) || (batch === after?.batch && number > after.number),
          ),
      ),
    saveMemo(changes) {
      Object.assign(memo, changes);
      return Promise.resolve();
    },
    loadMemo: () => Promise.resolve(Object.keys(memo).length === 0 ? null : memo),
  };
}

describe('OPTIMIZE', () => {
  it('is part of what a run has cost also when it goes on', async () => {
    const host = makeHost({
      ...remembering(),
      findModel: () => Promise.resolve(PRICED),
      complete: ({ prompt }) =>
        Promise.resolve({
          kind: 'reply',
          text: prompt,
          inputTokens: 1,
          outputTokens: 1,
          costMicroUsd: 10,
          replayed: false,
        }),
    });
    const job = await jobOf('BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}" OPTIMIZE\nRUN\nEND_BATCH\n');
    const parts = [
      { ...job, first: 1 },
      { ...job, continue: 'resume' as const },
      { ...job, continue: 'retry-failed' as const },
    ];
    const costs: (number | null)[] = [];
    for (const part of parts) costs.push((await engine.start(part, host).done).totals.costMicroUsd);
    expect(costs).toEqual([20, 30, 30]);
  });
});

describe('an estimate', () => {
  const ROWS = 'LOAD rows.csv AS FILE\n';
  const estimate = async (body: string, facts: (name: string | null) => object = () => ({})) => {
    const host = makeHost({
      findModel: (name) => Promise.resolve({ ...PRICED, model: name ?? 'usual', ...facts(name) }),
    });
    return engine.estimate(await jobOf(`BATCH_START\n${body}END_BATCH\n`), host);
  };

  it('has the request of OPTIMIZE, which is sent once', async () => {
    const without = await estimate(`${ROWS}PROMPT "{NAME}"\nRUN\n`);
    const withIt = await estimate(`${ROWS}PROMPT "{NAME}" OPTIMIZE\nRUN\n`);
    expect([without.requests, withIt.requests]).toEqual([2, 3]);
    expect(withIt.inputTokens).toBeGreaterThan(without.inputTokens + 100);
    expect(withIt.lowMicroUsd).toBeGreaterThan(without.lowMicroUsd ?? 0);
    expect(withIt.highMicroUsd).toBeGreaterThan(without.highMicroUsd ?? 0);
  });

  it('is of what is sent: a batch with VALIDATE counts only where no other sends anything', async () => {
    const batch = (mode: string): string => `BATCH_START ${mode}\n${ROWS}PROMPT "{NAME}"\nRUN\nEND_BATCH\n`;
    const estimateOf = async (script: string) => engine.estimate(await jobOf(script), makeHost());
    expect(await estimateOf(batch('VALIDATE') + batch(''))).toMatchObject({ transactions: 2, requests: 2 });
    expect(await estimateOf(batch('VALIDATE'))).toMatchObject({ transactions: 2, requests: 2 });
  });

  it('says that a sheet cannot hold all rows, before they are paid', async () => {
    const script = 'BATCH_START\nLOAD many.txt AS LINES\nPROMPT "{LINE}"\nRUN\nOUTPUT o.xlsx\nEND_BATCH\n';
    const job = await jobOf(script, { 'many.txt': 'A\n'.repeat(1_048_576) });
    expect((await engine.estimate(job, makeHost())).notes).toEqual([
      'Line 5: an xlsx file holds 1,048,575 rows, and there are 1,048,576. Write csv instead.',
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
});

describe('MAKE_LOG before all batches', () => {
  it('keeps the lines of each, in their order, also when one of them is done again', async () => {
    const script = `MAKE_LOG run.log
BATCH_START
LOAD rows.csv AS FILE
WRITE_LOG "one {NAME}"
PROMPT "{NAME}"
RUN
END_BATCH
BATCH_START
LOAD rows.csv AS FILE
WRITE_LOG "two {NAME}"
END_BATCH
`;
    let refused = true;
    const host = makeHost({
      ...remembering(),
      complete: ({ prompt: text }) =>
        Promise.resolve(
          refused && text === 'Ben'
            ? { kind: 'final', message: 'Refused.' }
            : { kind: 'reply', text, inputTokens: 1, outputTokens: 1, costMicroUsd: null, replayed: false },
        ),
    });
    const job = await jobOf(script);
    const log = () => readFile(path.join(job.area.outputRoot, 'run.log'), 'utf8');
    await engine.start(job, host).done;
    expect(await log()).toBe('one Ann\none Ben\ntwo Ann\ntwo Ben\n');
    refused = false;
    const again = await engine.start({ ...job, continue: 'retry-failed' }, host).done;
    expect(again.totals).toMatchObject({ succeeded: 4, failed: 0 });
    expect(await log()).toBe('one Ann\none Ben\ntwo Ann\ntwo Ben\n');
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

  it('go on when the thread dies of one of them', async () => {
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
