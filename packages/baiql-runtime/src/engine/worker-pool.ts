import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Estimate, ScriptCheck } from '../job.js';
import type { RunOutcome } from '../records.js';
import type { MainCalls, MainNotes, Work, WorkerTask } from '../worker/protocol.js';
import { servePort, type ServedPort } from './serve-port.js';

export interface WorkerPoolOptions {
  /** Threads that runs share. */
  readonly sharedThreads: number;
  /** Threads that each have one thing to do. */
  readonly ownThreads: number;
  /** A thread of its own is there from the beginning. */
  readonly warm: boolean;
  readonly scratchFolder: string;
  /** Where texts of documents are kept; null: nowhere. */
  readonly textsFolder: string | null;
  /** Megabytes of memory of one worker. */
  readonly memoryMb: number;
  /** A worker that says nothing for so long is ended. */
  readonly silenceMs: number;
}

/** What a worker said could not be taken in: another worker would say the same. */
export class PortFault extends Error {
  override readonly name = 'PortFault';
}

/** A worker at work. */
export interface Working<Result> {
  /** Rejects when the worker dies. @throws PortFault */
  readonly done: Promise<Result>;
  readonly cancel: () => void;
  /** Ends the thread, whatever it does. */
  readonly kill: () => void;
}

export interface WorkerPool {
  /** Of threads that are shared the least busy one takes the run. */
  start(
    work: Extract<Work, { kind: 'run' }>,
    calls: MainCalls,
    notes: MainNotes,
    thread: 'shared' | 'own',
  ): Working<RunOutcome>;
  start(work: Extract<Work, { kind: 'estimate' }>, calls: MainCalls, notes: MainNotes): Working<Estimate>;
  start(work: Extract<Work, { kind: 'check' }>, calls: MainCalls, notes: MainNotes): Working<ScriptCheck>;
  close(): Promise<void>;
}

type TaskOptions = Parameters<Piscina['run']>[1];

/** What a transaction leaves behind is soon garbage. V8's usual 48 MiB for it is memory, and makes nothing quicker. */
const YOUNG_MIB = 16;

/**
 * Threads that interpret scripts. They are started when needed, and have no environment. A thread that is ended, or dies,
 * takes all with it that it was at work on.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  // Built, this module is part of `index.js`, and the worker's program lies below it. Run from its sources (in this
  // package's own tests) the worker needs its types taken off.
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
    maxThreads: options.ownThreads,
    concurrentTasksPerWorker: 1,
  });
  // The library gives a task that can be called off a thread of its own, unless it has no other.
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
  ): Working<Result> {
    const { port1, port2 } = new MessageChannel();
    const killing = new AbortController();
    let fault: PortFault | null = null;
    const served = servePort(port1, calls, notes, (cause) => {
      fault ??= new PortFault(cause instanceof Error ? cause.message : String(cause), { cause });
      killing.abort();
    });
    const watch = watchSilence(served, options.silenceMs, () => {
      killing.abort();
    });
    const { scratchFolder, textsFolder } = options;
    const task = { ...work, port: port2, scratchFolder, textsFolder } satisfies WorkerTask;
    async function workAndListen(): Promise<Result> {
      try {
        const how = { transferList: [port2], signal: killing.signal };
        const result = (await (thread === 'own' ? own.run(task, how) : runShared(task, how))) as Result;
        // The result comes on a way of its own, and may overtake the last lines and the last progress.
        await Promise.race([served.lastWord, aborted(killing.signal)]);
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

/** Settles when the signal aborts, also when it has done so already. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

function watchSilence(served: ServedPort, silenceMs: number, giveUp: () => void): NodeJS.Timeout {
  const watch = setInterval(() => {
    if (!served.askAlive()) giveUp();
  }, silenceMs);
  watch.unref();
  return watch;
}
