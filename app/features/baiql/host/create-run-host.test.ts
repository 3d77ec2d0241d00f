import type { CompletionOutcome, CompletionRequest, RunHost } from '@promptwell/baiql-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payingServices, type PayingServices } from '../../../../tests/support/paying-services';
import { createRunningCompletions, type RunningCompletions } from '~/features/completions/index.server';
import { plainRule } from '~/features/ledger/index.server';
import { DAY_MS } from '~/core/shared/clock';
import { createRunStore } from '../store/create-run-store.server';
import { createRunHost } from './create-run-host.server';
import { createBudgetGate } from './budget-gate.server';
import { createRunRecorder, type RunRecorder } from './run-recorder.server';

const ID = 'run-1';
const REQUEST: CompletionRequest = {
  key: `${ID}/1/1/0/0/0/1`,
  model: { provider: 'openai', model: 'gpt-4o-mini', maxOutputTokens: 100, price: null },
  prompt: 'Why are leaves green?',
  references: [],
  temperature: null,
  topP: null,
  json: false,
  reuse: 'run',
  fingerprint: 'f'.repeat(64),
  taskHash: 'a'.repeat(64),
  attempt: 1,
};
const signal = new AbortController().signal;

let services: PayingServices;
let recorder: RunRecorder;
let host: RunHost;
let runningCompletions: RunningCompletions;
let userId: string;
beforeEach(async () => {
  services = await payingServices();
  ({ userId } = await services.customer({ cents: 500 }));
  runningCompletions = createRunningCompletions();
  await services.prisma.baiqlExecution.create({
    data: {
      id: ID,
      userId,
      scriptName: 'Leaves',
      script: '',
      plan: '{"items":[]}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'queued',
      createdAt: 1n,
    },
  });
  const store = createRunStore(services);
  const claim = await store.claim(ID, 'test', services.clock() + DAY_MS);
  if (claim === null) throw new Error('The run could not be claimed.');
  recorder = createRunRecorder({ store, claim, log: services.log, onWritten: () => undefined });
  host = createRunHost(services, {
    store,
    recorder,
    funds: createBudgetGate(),
    runningCompletions,
    executionId: ID,
    user: { userId, roles: ['paiduser'] },
    onBegun: () => Promise.resolve(),
  });
});
afterEach(async () => {
  await recorder.flush();
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const ask = (changes: Partial<CompletionRequest> = {}): Promise<CompletionOutcome> =>
  host.complete({ ...REQUEST, ...changes }, signal);

it('a request that a send of its user leaves too little for goes out when that has ended', async () => {
  const { ledger } = services;
  const [user] = await services.prisma.baiqlExecution.findMany({ select: { userId: true } });
  const send = await ledger.hold({
    userId: user?.userId ?? '',
    endpoint: 'ai/complete',
    idempotencyKey: 'send',
    requestHash: 'hash',
    provider: 'openai',
    model: 'gpt-4o-mini',
    price: plainRule({ inputMicroUsdPer1k: 4_999_990_000n, outputMicroUsdPer1k: 0n }),
    inputTokens: 1,
    maxOutputTokens: 0,
    searches: 0,
    isFree: false,
    limits: { freeSendsPerDay: 15 },
    timeoutMs: 60_000,
  });
  const hold = ledger.hold.bind(ledger);
  ledger.hold = async (request) => {
    try {
      return await hold(request);
    } catch (error) {
      await ledger.release(send.operationId, 'Failed');
      throw error;
    }
  };
  expect(await ask()).toMatchObject({ kind: 'reply' });
});

describe('a reply that was paid', () => {
  it.each<[string, Partial<CompletionRequest>]>([
    ['', {}],
    [' of a RUN NOCACHE', { reuse: 'none' }],
  ])('answers its key for longer than the ledger keeps it%s', async (_, changes) => {
    const paid = await ask(changes);
    expect(paid).toMatchObject({ kind: 'reply', replayed: false });
    await recorder.flush();
    services.pass(8 * DAY_MS);
    const { text, costMicroUsd } = { text: '', costMicroUsd: 0, ...paid };
    expect(costMicroUsd).toBeGreaterThan(0);
    expect(await ask(changes)).toMatchObject({ kind: 'reply', text, costMicroUsd, replayed: true });
    expect(await ask({ ...changes, onlyStored: true })).toMatchObject({ text, replayed: true });
    expect(services.vendor.log.stats.requests).toBe(1);
  });

  it('that is kept nowhere any more is told of in words of the run, not of the API', async () => {
    await ask();
    await recorder.flush();
    services.pass(31 * DAY_MS);
    await services.prisma.baiqlReply.deleteMany();
    expect(await ask({ onlyStored: true })).toEqual({
      kind: 'final',
      message:
        'This needs a reply that’s no longer stored, and corrections never send requests. Ask again instead.',
    });
    expect(await ask()).toEqual({
      kind: 'final',
      message: 'The reply to this request was paid for before, and is no longer stored.',
    });
    expect(services.vendor.log.stats.requests).toBe(1);
  });

  it('answers an identical request that may take it, where there are several the latest', async () => {
    services.vendor.script({ kind: 'reply', text: 'Once.' }, { kind: 'reply', text: 'Twice.' });
    for (const number of [1, 2]) {
      await ask({ key: `${ID}/1/${String(number)}/0/0/0/1`, reuse: 'none' });
      await recorder.flush();
      services.pass(1000);
    }
    for (const reuse of ['run', 'any'] as const)
      expect(await ask({ key: `${ID}/1/3/0/0/0/${reuse}`, reuse })).toMatchObject({
        text: 'Twice.',
        costMicroUsd: 0,
      });
    expect(services.vendor.log.stats.requests).toBe(2);
  });

  it('answers an identical request of the run, and not where it was cut off', async () => {
    await ask();
    const other = { key: `${ID}/1/2/0/0/0/1` };
    expect(await ask(other)).toMatchObject({ costMicroUsd: 0, replayed: false });
    services.vendor.script({ kind: 'reply', text: 'Because', finish: 'length' });
    const long = { key: `${ID}/1/3/0/0/0/1`, fingerprint: 'e'.repeat(64) };
    expect(await ask(long)).toMatchObject({ finish: 'length' });
    await recorder.flush();
    services.pass(8 * DAY_MS);
    expect(await ask(long)).toMatchObject({ finish: 'length', replayed: true });
    expect(services.vendor.log.stats.requests).toBe(2);
    await ask({ ...long, key: `${ID}/1/4/0/0/0/1` });
    expect(services.vendor.log.stats.requests).toBe(3);
  });

  it.each(['before', 'middle'] as const)(
    'of a call that ended with its account, %s the first word, is marked and answers nothing else',
    async (hold) => {
      services.vendor.script({ kind: 'reply', text: 'word '.repeat(200), hold, chunks: 4 });
      const pending = ask();
      await services.vendor.until(({ stats }) => stats.held === 1);
      await runningCompletions.stopAll(userId);
      expect(await pending).toMatchObject({ kind: 'reply', finish: 'interrupted' });
      services.vendor.release();
      await recorder.flush();
      await ask({ key: `${ID}/1/2/0/0/0/1` });
      expect(services.vendor.log.stats.requests).toBe(2);
    },
  );
});
