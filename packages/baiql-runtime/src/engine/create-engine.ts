import { tmpdir } from 'node:os';
import { createDocumentReader, type DocumentReader } from '@promptwell/documents';
import type { RunHost } from '../host.js';
import type { Engine, Run, RunJob } from '../job.js';
import { NO_TOTALS, type RunOutcome } from '../records.js';
import { createScheduler, type SchedulerOptions } from '../scheduler/scheduler.js';
import type { MainNotes } from '../worker/protocol.js';
import { checkCalls, estimateCalls, inputCalls } from './estimate-calls.js';
import { createSlots } from './slots.js';
import { createRunSession, type RunSession } from './run-session.js';
import { startSweeping, type KeptTexts } from '../texts/sweep-texts.js';
import { createWorkerPool, PortFault, type WorkerJob } from './worker-pool.js';

export interface EngineOptions extends SchedulerOptions {
  /** Threads shared by runs. Defaults to 4. */
  readonly maxWorkers?: number;
  /** Runs per shared thread; they mostly wait for replies or for their LIMIT. Defaults to 8. */
  readonly runsPerWorker?: number;
  /** Reads documents. Defaults to an instance that the engine owns. */
  readonly documents?: DocumentReader;
  /**
   * A real folder outside all users' areas for files that exist only during a run. Defaults to the system's temporary
   * folder.
   */
  readonly scratchFolder?: string;
  /** Cache of document texts, so that a run does not reread what its estimate has read. Absent: no cache. */
  readonly texts?: KeptTexts;
  /** Starts a worker in advance, for a program that executes a single run. */
  readonly warm?: boolean;
  /** Megabytes per worker. Defaults to 768. */
  readonly workerMemoryMb?: number;
}

/** A worker that does not respond for this long is terminated and replaced. */
const WORKER_PING_TIMEOUT_MS = 60_000;

/** Concurrent estimates, one per user: each may have hundreds of documents to read. */
const MAX_ESTIMATES = 2;
/** Concurrent checks: a megabyte of errors takes over 100 MB of memory. */
const MAX_CHECKS = 2;
/** Concurrent reads of an input, one per user. */
const MAX_INPUTS = 2;
/**
 * Worker crashes under one run before it fails. After the first crash the run continues in a dedicated thread, because
 * a crash ends every run that shares the thread and only one of them may be at fault.
 */
const MAX_CRASHES = 3;
/** How long a worker may take to end after a cancel, once no request is in flight. */
const CANCEL_GRACE_MS = 10_000;

/** Creates an engine. Unless `warm` is set, no thread or process starts before there is work. */
export function createEngine(options: EngineOptions = {}): Engine {
  const { maxWorkers = 4, runsPerWorker = 8 } = options;
  const maxRuns = maxWorkers * runsPerWorker;
  const scheduler = createScheduler(options);
  const documents = options.documents ?? createDocumentReader();
  const slots = createSlots({
    most: maxRuns,
    // One user never occupies all of them.
    maxPerUser: Math.max(1, Math.ceil(maxRuns / 2)),
  });
  // After a crash, each run that shared the thread continues in a dedicated one.
  const maxOwn = Math.max(maxWorkers, runsPerWorker);
  const dedicatedThreads = createSlots({ most: maxOwn, maxPerUser: maxOwn });
  const estimates = createSlots({ most: MAX_ESTIMATES, maxPerUser: 1 });
  const checks = createSlots({ most: MAX_CHECKS, maxPerUser: MAX_CHECKS });
  const inputs = createSlots({ most: MAX_INPUTS, maxPerUser: 1 });
  const pool = createWorkerPool({
    // A separate pool, so that checks and inputs wait for neither runs nor estimates.
    dedicatedThreads: maxOwn + MAX_ESTIMATES + MAX_CHECKS + MAX_INPUTS,
    sharedThreads: runsPerWorker === 1 ? 0 : maxWorkers,
    warm: options.warm === true,
    scratchFolder: options.scratchFolder ?? tmpdir(),
    textsFolder: options.texts?.folder ?? null,
    memoryMb: options.workerMemoryMb ?? 768,
    pingTimeoutMs: WORKER_PING_TIMEOUT_MS,
  });
  const runs = new Set<Run>();
  const sweeping = options.texts === undefined ? null : startSweeping(options.texts);

  function start(job: RunJob, host: RunHost): Run {
    const cancelling = new AbortController();
    const run: Run = {
      done: waitAndRun(job, host, cancelling.signal).finally(() => runs.delete(run)),
      cancel: () => {
        cancelling.abort();
      },
    };
    runs.add(run);
    return run;
  }

  async function waitAndRun(job: RunJob, host: RunHost, cancelled: AbortSignal): Promise<RunOutcome> {
    const leave = await slots.acquire(job.person.userId, cancelled);
    if (leave === null) return ended('cancelled', 'The run was canceled before it began.');
    const session = createRunSession(job, host, scheduler, documents);
    try {
      return await runUntilDone(job, session, cancelled);
    } catch (error) {
      return ended('host', messageOf(error));
    } finally {
      await session.stop();
      leave();
    }
  }

  /** A crashed worker is replaced; the next one continues from the checkpoints. */
  async function runUntilDone(job: RunJob, session: RunSession, cancelled: AbortSignal): Promise<RunOutcome> {
    for (let crashes = 1; ; crashes += 1) {
      const thread = runsPerWorker === 1 || crashes > 1 ? 'own' : 'shared';
      const leave = thread === 'own' ? await dedicatedThreads.acquire(job.person.userId, cancelled) : NO_SLOT;
      if (leave === null) return ended('cancelled', 'The run was canceled.');
      const working = pool.start({ kind: 'run', job }, session.calls, session.notes, thread);
      const onCancel = (): void => {
        void cancelWork(session, working);
      };
      cancelled.addEventListener('abort', onCancel, { once: true });
      if (cancelled.aborted) onCancel();
      try {
        return await working.done;
      } catch (error) {
        if (cancelled.aborted) return ended('cancelled', 'The run was canceled.');
        if (error instanceof PortFault) throw error;
        if (crashes >= MAX_CRASHES) {
          const why = `${crashes} times. (${messageOf(error)})`;
          const outcome = ended('worker', `This run’s worker stopped unexpectedly ${why}`);
          return { ...outcome, outputs: await writeFinishedPart(job, session) };
        }
        const text = 'This run’s worker stopped unexpectedly; another one has taken over.';
        session.notes.log([{ atMs: Date.now(), level: 'warning', text }]);
      } finally {
        cancelled.removeEventListener('abort', onCancel);
        leave();
      }
    }
  }

  /** Writes every paid result to the files, however the run ended. */
  async function writeFinishedPart(job: RunJob, session: RunSession): Promise<RunOutcome['outputs']> {
    const writing = { kind: 'run', job: { ...job, continue: 'write' } } as const;
    const working = pool.start(writing, session.calls, session.notes, 'own');
    return working.done.then(
      ({ outputs }) => outputs,
      () => [],
    );
  }

  return {
    start,
    async estimate(job, host, signal = new AbortController().signal) {
      const leave = await estimates.acquire(job.person.userId, signal);
      if (leave === null) throw new Error('The estimate was canceled before it began.');
      const calls = estimateCalls(host, documents, signal);
      const estimating: MainNotes['estimating'] = (progress) => host.estimating?.(progress);
      const notes = { ...NO_NOTES, estimating };
      return unlessAborted(pool.start({ kind: 'estimate', job }, calls, notes), signal).finally(leave);
    },
    async check(job, signal = new AbortController().signal) {
      const leave = await checks.acquire('', signal);
      if (leave === null) throw new Error('The check was canceled before it began.');
      const calls = checkCalls(documents, signal);
      return unlessAborted(pool.start({ kind: 'check', job }, calls, NO_NOTES), signal).finally(leave);
    },
    async readInput(job, { documents: reader = documents, signal = new AbortController().signal } = {}) {
      const leave = await inputs.acquire(job.person.userId, signal);
      if (leave === null) throw new Error('The read was canceled before it began.');
      const calls = inputCalls(reader, signal);
      return unlessAborted(pool.start({ kind: 'input', job }, calls, NO_NOTES), signal).finally(leave);
    },
    async close() {
      const ending = [...runs];
      for (const run of ending) run.cancel();
      await Promise.all(ending.map(({ done }) => done));
      await pool.close();
      await sweeping?.stop();
      if (options.documents === undefined) documents.close();
    },
  };
}

const NO_SLOT = (): void => undefined;

const NO_NOTES: MainNotes = { log: () => undefined, progress: () => undefined, estimating: () => undefined };

/** The thread ends when its result is no longer awaited. */
async function unlessAborted<Result>(working: WorkerJob<Result>, signal: AbortSignal): Promise<Result> {
  signal.addEventListener('abort', working.kill, { once: true });
  if (signal.aborted) working.kill();
  try {
    return await working.done;
  } finally {
    signal.removeEventListener('abort', working.kill);
  }
}

async function cancelWork(session: RunSession, working: WorkerJob<RunOutcome>): Promise<void> {
  working.cancel();
  await session.stop();
  const timer = setTimeout(working.kill, CANCEL_GRACE_MS);
  await working.done.catch(() => undefined);
  clearTimeout(timer);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function ended(reason: 'cancelled' | 'worker' | 'host', message: string): RunOutcome {
  return { status: 'failed', reason, message, totals: NO_TOTALS, outputs: [] };
}
