import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { CheckJob, Estimate, EstimateJob, RunJob, ScriptCheck } from '../job.js';
import type { RunOutcome } from '../records.js';
import type { MainCalls, MainNotes, WorkerTask } from '../worker/protocol.js';
import { servePort, type ServedPort } from './serve-port.js';

export type Work =
  | { readonly kind: 'run'; readonly job: RunJob }
  | { readonly kind: 'estimate'; readonly job: EstimateJob }
  | { readonly kind: 'check'; readonly job: CheckJob };

export interface WorkerPoolOptions {
  readonly maxThreads: number;
  /** Threads that are there from the beginning. */
  readonly minThreads: number;
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
  start(work: Extract<Work, { kind: 'run' }>, calls: MainCalls, notes: MainNotes): Working<RunOutcome>;
  start(work: Extract<Work, { kind: 'estimate' }>, calls: MainCalls, notes: MainNotes): Working<Estimate>;
  start(work: Extract<Work, { kind: 'check' }>, calls: MainCalls, notes: MainNotes): Working<ScriptCheck>;
  close(): Promise<void>;
}

/** What a transaction leaves behind is soon garbage. V8's usual 48 MiB for it is memory, and makes nothing quicker. */
const YOUNG_MIB = 16;

/** Threads that interpret scripts. They are started when needed, and have no environment. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  // Built, this module is part of `index.js`, and the worker's program lies below it. Run from its sources (in this
  // package's own tests) the worker needs its types taken off.
  const fromSources = import.meta.url.endsWith('.ts');
  const program = fromSources ? '../worker/worker.ts' : './worker/worker.js';
  const pool = new Piscina({
    filename: fileURLToPath(new URL(program, import.meta.url)),
    minThreads: options.minThreads,
    maxThreads: options.maxThreads,
    concurrentTasksPerWorker: 1,
    idleTimeout: 10_000,
    env: {},
    execArgv: fromSources ? ['--import', 'tsx'] : [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: YOUNG_MIB },
    recordTiming: false,
  });

  function start<Result>(work: Work, calls: MainCalls, notes: MainNotes): Working<Result> {
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
        const result = (await pool.run(task, { transferList: [port2], signal: killing.signal })) as Result;
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

  return { start, close: () => pool.destroy() };
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
