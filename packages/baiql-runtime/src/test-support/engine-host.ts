import { compile, parse } from '@promptwell/baiql-lang';
import type { RunHost } from '../host.js';
import type { RunJob } from '../job.js';
import { KEPT_TEXT_CHARACTERS, type TransactionResult } from '../records.js';
import { temporaryArea } from './temporary-area.js';

const RATES = { inputMicroUsdPer1k: 1, outputMicroUsdPer1k: 1 };
export const MODEL = { provider: 'mock', model: 'mock-small', maxOutputTokens: 16, price: null };

export const PRICED = { ...MODEL, model: 'priced', price: RATES };

/** Replies to every prompt with the prompt itself. */
export const echo =
  (costMicroUsd: number | null): RunHost['complete'] =>
  ({ prompt }) =>
    Promise.resolve({
      kind: 'reply',
      text: prompt,
      inputTokens: 1,
      outputTokens: 1,
      costMicroUsd,
      replayed: false,
    });

/** Replies to every prompt with the prompt itself, and stores nothing. */
export const makeHost = (more: Partial<RunHost> = {}): RunHost => ({
  complete: echo(null),
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
/** A run of a script, with its files in an area of its own. */
export async function jobOf(script: string, files: Record<string, string> = {}): Promise<RunJob> {
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

/** Failures of an earlier part's transactions, loaded page by page, as from a host. */
export const failedBefore = (
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

/** Keeps results and memo, as a host does. */
export function remembering(): Pick<RunHost, 'checkpoint' | 'loadResults' | 'saveMemo' | 'loadMemo'> {
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
