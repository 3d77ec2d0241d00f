import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProviders, type HttpTimeouts } from '@promptwell/ai-providers';
import { compile, parse } from '@promptwell/baiql-lang';
import {
  createEngine,
  openArea,
  type EngineOptions,
  type LogLine,
  type RunHost,
  type RunJob,
  type MemoChanges,
  type RunProgress,
  type TransactionResult,
} from '@promptwell/baiql-runtime';
import { createHost } from '../../../packages/baiql-cli/src/run/host.js';
import { createScreening } from '../../../packages/baiql-cli/src/run/screen-prompt.js';
import { findModels } from '../../../packages/baiql-cli/src/run/find-models.js';
import type { RunStore, StoredReply } from '../../../packages/baiql-cli/src/run/state/run-store.js';

/** Keeps a run in memory: what a host must remember, without a file. */
export function memoryStore() {
  const replies = new Map<string, StoredReply>();
  const byFingerprint = new Map<string, StoredReply>();
  const results = new Map<string, TransactionResult>();
  let memo: MemoChanges | null = null;
  const store: RunStore = {
    replyOf: (key) => replies.get(key) ?? null,
    replyTo: (fingerprint) => byFingerprint.get(fingerprint) ?? null,
    keepReply(key, fingerprint, reply) {
      if (replies.has(key)) throw new Error(`Paid twice: ${key}`);
      replies.set(key, reply);
      byFingerprint.set(fingerprint, reply);
      return Promise.resolve();
    },
    keepResults(group) {
      for (const result of group) results.set(`${String(result.batch)}/${String(result.number)}`, result);
      return Promise.resolve();
    },
    loadResults: (after, limit) =>
      [...results.values()]
        .sort((a, b) => a.batch - b.batch || a.number - b.number)
        .filter(
          ({ batch, number }) =>
            after === null || batch > after.batch || (batch === after.batch && number > after.number),
        )
        .slice(0, limit),
    saveMemo(changes) {
      memo = { ...memo, ...changes };
      return Promise.resolve();
    },
    loadMemo: () => memo,
    standing: () => [],
    recordFiles: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    writeError: () => null,
  };
  return { store, replies, results };
}

export interface Bench {
  readonly timeouts?: Partial<HttpTimeouts>;
  readonly engine?: EngineOptions;
}

/** An engine in this process, with a host in memory that asks a local vendor, or Demo where none is named. */
export async function makeBench(baseUrl: string | null, { timeouts, engine: options }: Bench = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiql-engine-'));
  const models = findModels({}, baseUrl, '2026-11-30');
  const providers = createProviders(models.providers, timeouts === undefined ? {} : { timeouts });
  const engine = createEngine({ random: () => 0, ...options });
  const areas = new Map<string, Awaited<ReturnType<typeof openArea>>>();

  return {
    engine,
    folder,
    /** A user's area with these files in its input folder. */
    async addUser(userId: string, files: Readonly<Record<string, string>>) {
      const area = await openArea(path.join(folder, userId));
      areas.set(userId, area);
      for (const [name, content] of Object.entries(files)) {
        const file = path.join(area.inputRoot, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, content);
      }
      return area;
    },
    host(
      store: RunStore,
      watch: { log?: (lines: readonly LogLine[]) => void; progress?: (at: RunProgress) => void } = {},
    ): RunHost {
      return createHost({
        store,
        models,
        providers,
        screen: createScreening(models).screen,
        log: watch.log ?? (() => undefined),
        progress: watch.progress ?? (() => undefined),
      });
    },
    job(userId: string, executionId: string, script: string, more: Partial<RunJob> = {}): RunJob {
      const area = areas.get(userId);
      if (area === undefined) throw new Error(`There is no user ${userId}.`);
      return {
        executionId,
        plan: compile(parse(script).tree),
        area,
        continue: 'fresh',
        quiet: false,
        person: { userId, userName: userId, sessionId: 'test' },
        limits: { maxParallel: 64, budgetMicroUsd: null },
        modelOverride: null,
        ...more,
      };
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await providers.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
