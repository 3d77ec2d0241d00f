import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Estimate, InputView, ScriptCheck } from '../job.js';
import type { RunOutcome } from '../records.js';
import type { MainCalls, MainNotes, Work, WorkerTask } from '../worker/protocol.js';
import { servePort, type ServedPort } from './serve-port.js';

export interface WorkerPoolOptions {
  /** Threads shared by runs. */
  readonly sharedThreads: number;
  /** Threads that each execute one job. */
  readonly dedicatedThreads: number;
  /** Starts one dedicated thread in advance. */
  readonly warm: boolean;
  readonly scratchFolder: string;
  /** Folder of the document-text cache; null for none. */
  readonly textsFolder: string | null;
  /** Megabytes of memory per worker. */
  readonly memoryMb: number;
  /** A worker that does not respond for this long is terminated. */
  readonly pingTimeoutMs: number;
}

/** A worker's message could not be processed. Another worker would send the same. */
export class PortFault extends Error {
  override readonly name = 'PortFault';
}

/** A worker that executes a job. */
export interface WorkerJob<Result> {
  /** Rejects when the worker crashes. @throws PortFault */
  readonly done: Promise<Result>;
  readonly cancel: () => void;
  /** Terminates the thread. */
  readonly kill: () => void;
}

export interface WorkerPool {
  /** The least busy shared thread takes the run. */
  start(
    work: Extract<Work, { kind: 'run' }>,
    calls: MainCalls,
    notes: MainNotes,
    thread: 'shared' | 'own',
  ): WorkerJob<RunOutcome>;
  start(work: Extract<Work, { kind: 'estimate' }>, calls: MainCalls, notes: MainNotes): WorkerJob<Estimate>;
  start(work: Extract<Work, { kind: 'check' }>, calls: MainCalls, notes: MainNotes): WorkerJob<ScriptCheck>;
  start(work: Extract<Work, { kind: 'input' }>, calls: MainCalls, notes: MainNotes): WorkerJob<InputView>;
  close(): Promise<void>;
}

type TaskOptions = Parameters<Piscina['run']>[1];

/** A transaction's objects are short-lived. V8's default of 48 MiB for them costs memory and saves no time. */
const YOUNG_MIB = 16;

/**
 * Worker threads that interpret scripts. They start on demand, without environment variables. A thread that is
 * terminated or crashes ends every job it executes.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  // Once built, this module is part of `index.js` and the worker's program is below it. Run from source (in this
  // package's tests), the worker needs type stripping.
  const fromSources = import.meta.url.endsWith('.ts');
  const program = fromSources ? '../worker/worker.ts' : './worker/worker.js';
  const settings = {
    filename: fileURLToPath(new URL(program, import.meta.url)),
    minThreads: 0,
    idleTimeout: 10_000,
    env: {},
    execArgv: fromSources ? ['--import', 'tsx'] : [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: YOUNG_MIB },
    recordTiming: false,
  };
  const own = new Piscina({
    ...settings,
    minThreads: options.warm ? 1 : 0,
    maxThreads: options.dedicatedThreads,
    concurrentTasksPerWorker: 1,
  });
  // The library gives an abortable task a thread to itself, unless it has only one.
  const shared = Array.from({ length: options.sharedThreads }, () => ({
    tasks: 0,
    pool: new Piscina({ ...settings, maxThreads: 1, loadBalancer: (_, [thread]) => thread ?? null }),
  }));

  async function runShared(task: WorkerTask, how: TaskOptions): Promise<unknown> {
    const thread = shared.reduce((least, each) => (each.tasks < least.tasks ? each : least));
    thread.tasks += 1;
    try {
      return await thread.pool.run(task, how);
    } finally {
      thread.tasks -= 1;
    }
  }

  function start<Result>(
    work: Work,
    calls: MainCalls,
    notes: MainNotes,
    thread: 'shared' | 'own' = 'own',
  ): WorkerJob<Result> {
    const { port1, port2 } = new MessageChannel();
    const killing = new AbortController();
    let fault: PortFault | null = null;
    const served = servePort(port1, calls, notes, (cause) => {
      fault ??= new PortFault(cause instanceof Error ? cause.message : String(cause), { cause });
      killing.abort();
    });
    const watch = watchResponses(served, options.pingTimeoutMs, () => {
      killing.abort();
    });
    const { scratchFolder, textsFolder } = options;
    const task = { ...work, port: port2, scratchFolder, textsFolder } satisfies WorkerTask;
    async function workAndListen(): Promise<Result> {
      try {
        const how = { transferList: [port2], signal: killing.signal };
        const result = (await (thread === 'own' ? own.run(task, how) : runShared(task, how))) as Result;
        // The result uses its own channel and may overtake the last log lines and progress.
        await Promise.race([served.drained, aborted(killing.signal)]);
        if (fault !== null) throw fault;
        return result;
      } catch (error) {
        throw fault ?? error;
      } finally {
        clearInterval(watch);
        served.close();
      }
    }
    return {
      done: workAndListen(),
      cancel: () => {
        served.cancel();
      },
      kill: () => {
        killing.abort();
      },
    };
  }

  return {
    start,
    close: async () => {
      await Promise.all([own, ...shared.map(({ pool }) => pool)].map((pool) => pool.destroy()));
    },
  };
}

/** Resolves when the signal aborts, or at once if it has. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

function watchResponses(served: ServedPort, pingTimeoutMs: number, giveUp: () => void): NodeJS.Timeout {
  const watch = setInterval(() => {
    if (!served.ping()) giveUp();
  }, pingTimeoutMs);
  watch.unref();
  return watch;
}
