import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plan } from '@promptwell/baiql-lang';
import type { FileRecord, MemoChanges, ResultPlace, TransactionResult } from '@promptwell/baiql-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from '../../../../packages/baiql-cli/src/run/state/open-state';
import { insertRun, openRunStore } from '../../../../packages/baiql-cli/src/run/state/run-store';
import { temporaryDatabase } from '../../../../tests/support/database';
import type { RunWrite } from './run-store.server';
import { createRunStore } from './create-run-store.server';

/** What the engine's host needs of a run's stored state, in the web application and on the command line. */
interface RunState {
  /** Ends the process that holds the run, and lets another take it over. */
  takeOver(): Promise<RunState>;
  keepReply(key: string, fingerprint: string, text: string): Promise<void>;
  replyOf(key: string): Promise<string | undefined>;
  replyTo(fingerprint: string, from: 'run' | 'any'): Promise<string | undefined>;
  keepResults(results: readonly TransactionResult[]): Promise<void>;
  loadResults(after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;
  saveMemo(changes: MemoChanges): Promise<void>;
  loadMemo(): Promise<MemoChanges | null>;
  recordFiles(written: readonly FileRecord[], removed: readonly string[]): Promise<void>;
  filesAt(paths: readonly string[]): Promise<string[]>;
}

interface Installation {
  begin(runId: string): Promise<RunState>;
  close(): Promise<void>;
}

const NOTHING: RunWrite = { results: [], lines: [], replies: [], corrections: [], totals: null, memo: null };
const PAID = { inputTokens: 3, outputTokens: 4, costMicroUsd: 7 };

function webApplication(): Installation {
  const database = temporaryDatabase('ada');
  let nowMs = 1_000_000;
  const store = createRunStore({ ...database, clock: () => (nowMs += 1) });
  const open = async (runId: string, owner: string): Promise<RunState> => {
    const claim = await store.claim(runId, owner, nowMs + 1_000);
    if (claim === null) throw new Error('The run could not be claimed.');
    const write = (part: Partial<RunWrite>) => store.write(claim, { ...NOTHING, ...part });
    const same = { executionId: runId, userId: 'ada' };
    return {
      takeOver: () => {
        nowMs += 2_000;
        return open(runId, `${owner}+`);
      },
      keepReply: (key, fingerprint, text) =>
        write({ replies: [{ ...same, ...PAID, key, fingerprint, taskHash: '', text, isCopy: false }] }),
      replyOf: async (key) => (await store.replyByKey(key))?.text,
      replyTo: async (fingerprint, scope) => (await store.replyToSame({ ...same, scope, fingerprint }))?.text,
      keepResults: (results) => write({ results }),
      loadResults: (after, limit) => store.loadResults(runId, after, limit),
      saveMemo: (memo) => write({ memo }),
      loadMemo: () => store.loadMemo(runId),
      recordFiles: (written, removed) => store.recordFiles(claim, written, removed),
      filesAt: async (paths) => {
        const files = await store.filesAt(runId, paths);
        return files.filter((file) => file.isWhole && file.executionId !== runId).map((file) => file.path);
      },
    };
  };
  return {
    async begin(id) {
      const empty = { scriptName: '', script: '', plan: '{}', planHash: '', mode: 'EXECUTE' };
      const data = { ...empty, id, userId: 'ada', status: 'queued', createdAt: BigInt(nowMs) };
      await database.prisma.baiqlExecution.create({ data });
      return open(id, 'first');
    },
    close: async () => database.close(),
  };
}

function commandLine(): Installation {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiql-state-'));
  const file = path.join(folder, 'state.db');
  let state = openState(file);
  const open = (runId: string): RunState => {
    const store = openRunStore(state, runId);
    return {
      async takeOver() {
        await state.close();
        state = openState(file);
        return open(runId);
      },
      keepReply: (key, fingerprint, text) => store.keepReply(key, fingerprint, { ...PAID, text }),
      replyOf: (key) => Promise.resolve(store.replyOf(key)?.text),
      replyTo: (fingerprint, from) => Promise.resolve(store.replyTo(fingerprint, from)?.text),
      keepResults: (results) => store.keepResults(results),
      loadResults: (after, limit) => Promise.resolve(store.loadResults(after, limit)),
      saveMemo: (changes) => store.saveMemo(changes),
      loadMemo: () => Promise.resolve(store.loadMemo()),
      recordFiles: (written, removed) => store.recordFiles(written, removed),
      filesAt: (paths) => Promise.resolve(store.standing(paths).map((each) => each.path)),
    };
  };
  return {
    begin(id) {
      const plan = {} as Plan; // stored and returned, not read
      insertRun(state, { id, script: '', plan, model: null, baseUrl: null, reuse: false }, 1);
      return Promise.resolve(open(id));
    },
    async close() {
      await state.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const result = (number: number, more: Partial<TransactionResult> = {}): TransactionResult => ({
  batch: 1,
  number,
  status: 'succeeded',
  label: `row ${number}`,
  prompt: 'Say something.',
  reply: `reply ${number}`,
  failedRuns: [],
  runs: 1,
  inputTokens: 3,
  outputTokens: 4,
  costMicroUsd: 7,
  outputs: [],
  logLines: ['said'],
  globals: { TOTAL: number },
  ...more,
});

describe.each([
  ['the web application', webApplication],
  ['the command line', commandLine],
] as const)('the state of a run in %s', (_, install) => {
  let installation: Installation;
  let run: RunState;
  beforeEach(async () => {
    installation = install();
    run = await installation.begin('run-1');
  });
  afterEach(() => installation.close());

  it('keeps a paid reply under its key for good, whatever is stored under it later', async () => {
    await run.keepReply('run-1/1/1/0/0/0/1', 'f', 'Paid.');
    await run.keepReply('run-1/1/1/0/0/0/1', 'f', 'Paid again?');
    const later = await run.takeOver();
    expect(await later.replyOf('run-1/1/1/0/0/0/1')).toBe('Paid.');
    expect(await later.replyOf('run-1/1/1/0/0/0/2')).toBeUndefined();
  });

  it('answers an identical request with the latest reply, of this run or of any', async () => {
    await run.keepReply('run-1/1/1/0/0/0/1', 'f', 'The first.');
    await run.keepReply('run-1/1/2/0/0/0/1', 'f', 'The second.');
    const other = await installation.begin('run-2');
    expect(await run.replyTo('f', 'run')).toBe('The second.');
    expect(await other.replyTo('f', 'run')).toBeUndefined();
    expect(await other.replyTo('f', 'any')).toBe('The second.');
    expect(await other.replyTo('g', 'any')).toBeUndefined();
  });

  it('no longer offers a reply that its transaction rejected, nor an equal one, but replays it', async () => {
    await run.keepReply('run-1/1/1/0/0/0/1', 'f', 'Bad.');
    await run.keepReply('run-1/1/2/0/0/0/1', 'f', 'Bad.');
    await run.keepResults([result(1, { status: 'failed', badReplies: ['0/0/0/1'] })]);
    expect(await run.replyTo('f', 'any')).toBeUndefined();
    expect(await run.replyOf('run-1/1/1/0/0/0/1')).toBe('Bad.');
  });

  it('returns results as they were stored, in order, the latest of each place, page by page', async () => {
    await run.keepResults([result(3), result(1)]);
    await run.keepResults([result(2, { batch: 2 }), result(1, { status: 'failed', reason: 'No reply.' })]);
    const later = await run.takeOver();
    const first = await later.loadResults(null, 2);
    expect(first).toEqual([result(1, { status: 'failed', reason: 'No reply.' }), result(3)]);
    const rest = await later.loadResults(first.at(-1) ?? null, 2);
    expect(rest).toEqual([result(2, { batch: 2 })]);
    expect(await later.loadResults(rest.at(-1) ?? null, 2)).toEqual([]);
  });

  it('keeps the memo part by part, and knows a run that never began', async () => {
    expect(await run.loadMemo()).toBeNull();
    await run.saveMemo({ 'sources/1': '[1]', globals: '{"A":1}' });
    await run.saveMemo({ globals: '{"A":2}' });
    expect(await (await run.takeOver()).loadMemo()).toEqual({ 'sources/1': '[1]', globals: '{"A":2}' });
  });

  it('knows the complete files that other runs wrote last, not its own and not removed ones', async () => {
    const written = (name: string, isWhole = true) => ({
      path: `/data/output/${name}`,
      sizeBytes: 3,
      modifiedMs: 1.5,
      isWhole,
    });
    await run.recordFiles([written('a.csv'), written('b.csv'), written('half.csv', false)], []);
    const other = await installation.begin('run-2');
    const paths = ['a.csv', 'b.csv', 'half.csv', 'never.csv'].map((name) => `/data/output/${name}`);
    expect(await run.filesAt(paths)).toEqual([]);
    expect(await other.filesAt(paths)).toEqual(['/data/output/a.csv', '/data/output/b.csv']);
    await run.recordFiles([], ['/data/output/b.csv']);
    expect(await other.filesAt(paths)).toEqual(['/data/output/a.csv']);
  });
});
