import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '@promptwell/documents';
import { parse, compile } from '@promptwell/baiql-lang';
import type { RunHost } from '../host.js';
import type { RunJob } from '../job.js';
import { createScheduler } from '../scheduler/scheduler.js';
import { temporaryArea } from '../test-support/temporary-area.js';
import { createRunSession } from './run-session.js';
import { servePort } from './serve-port.js';

const METHODS = [
  'beginBatch',
  'ask',
  'screen',
  'findModel',
  'countTokens',
  'readText',
  'checkpoint',
  'loadResults',
  'saveMemo',
  'loadMemo',
  'constructor',
  'toString',
  '__proto__',
];

/** Takes what it is given at its word, as a host may. */
const HOST: RunHost = {
  complete: ({ key, prompt, model, references }) =>
    Promise.resolve({
      kind: 'reply',
      text: `${key.slice(0, 3)}${prompt.trim()}${model.model.length}${references.length}`,
      inputTokens: prompt.length,
      outputTokens: 1,
      costMicroUsd: 1,
      replayed: false,
    }),
  quote: ({ prompt }) => Promise.resolve({ inputTokens: prompt.length, maxCostMicroUsd: prompt.length }),
  screen: (text) => Promise.resolve({ kind: 'allowed', text: text.trim() }),
  findModel: (name) => Promise.resolve({ unknown: true, message: name?.trim() ?? '' }),
  countTokens: (_, requests) => Promise.resolve(requests.map(({ prompt }) => prompt.length)),
  checkpoint: (results) => {
    for (const { label } of results) label.trim();
    return Promise.resolve();
  },
  loadResults: (after) => Promise.reject(new Error(String(after?.batch))),
  saveMemo: (changes) => Promise.reject(new Error(String(changes.run?.length))),
  loadMemo: () => Promise.resolve(null),
  log: (lines) => {
    for (const { text } of lines) text.trim();
  },
  progress: ({ totals }) => {
    totals.costMicroUsd?.toFixed();
  },
};

const value = fc.anything({
  maxDepth: 2,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withTypedArray: true,
});
const terms = fc.record(
  {
    model: fc.oneof(value, fc.constant({ provider: 'p', model: 'm', maxOutputTokens: 1, price: null })),
    temperature: value,
    topP: value,
    references: fc.oneof(value, fc.constant([])),
    perMinute: value,
    parallel: fc.oneof(value, fc.constant(4)),
    costLimitMicroUsd: value,
    spentMicroUsd: value,
  },
  { requiredKeys: [] },
);
const ask = fc.record(
  {
    key: fc.string(),
    prompt: fc.string(),
    reuse: value,
    isFirst: value,
    references: value,
    fingerprint: value,
  },
  { requiredKeys: [] },
);
const message = fc.oneof(
  value,
  fc.record(
    {
      type: fc.constantFrom('call', 'log', 'progress', 'alive', 'nothing'),
      id: value,
      method: fc.oneof(fc.constantFrom(...METHODS), value),
      args: fc.oneof(value, fc.tuple(value, value), fc.tuple(terms), fc.tuple(ask)),
      lines: fc.oneof(value, fc.array(value)),
      progress: value,
    },
    { requiredKeys: [] },
  ),
);
const group = fc.oneof(value, fc.array(message, { maxLength: 8 }));

const documents = createDocumentReader();
afterAll(() => {
  documents.close();
});

async function serve(onFault: (error: unknown) => void) {
  const job: RunJob = {
    executionId: 'x',
    plan: compile(parse('').tree),
    area: await temporaryArea(),
    continue: 'fresh',
    quiet: false,
    person: { userId: 'u', userName: 'u', sessionId: '' },
    limits: { maxParallel: 4, budgetMicroUsd: null },
    modelOverride: null,
  };
  const { port1, port2 } = new MessageChannel();
  const session = createRunSession(job, HOST, createScheduler(), documents);
  return { session, worker: port2, served: servePort(port1, session.calls, session.notes, onFault) };
}

describe('what a worker says', () => {
  // An error that escapes to the event loop or as a rejection fails the test: vitest listens for both.
  it('never ends the process, whatever it is', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 6 }), async (groups) => {
        const { session, worker, served } = await serve(() => undefined);
        for (const each of groups) {
          try {
            worker.postMessage(each);
          } catch {
            // A worker cannot send a value that structured cloning rejects.
          }
        }
        worker.postMessage([{ type: 'last-word' }]);
        await served.drained;
        answered += 1;
        await session.stop();
        served.close();
        await once(worker, 'close');
      }),
      { numRuns: 300 },
    );
    expect(answered).toBe(300);
  });

  it('is told as a fault where it cannot be taken in', async () => {
    const faults: unknown[] = [];
    const { worker, served } = await serve((error) => faults.push(error));
    worker.postMessage([{ type: 'log', lines: null }]);
    worker.postMessage([{ type: 'last-word' }]);
    await served.drained;
    expect(faults).toEqual([expect.any(TypeError)]);
    served.close();
  });
});
