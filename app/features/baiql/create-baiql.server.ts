import { createEngine, DEFAULT_QUOTA_BYTES, dropKeptFiles, type Engine } from '@promptwell/baiql-runtime';
import { createDocumentReader, type DocumentReader } from '@promptwell/documents';
import path from 'node:path';
import type { BodyMemoryLimiter } from '~/core/edge/body-memory-limiter.server';
import { temporaryRoot } from '~/core/server/temporary-folder.server';
import { DAY_MS, HOUR_MS, withinTime } from '~/core/shared/clock';
import { createRunningCompletions } from '~/features/completions/index.server';
import { countingReader } from '~/features/operations/index.server';
import type { BaiqlDeps } from './deps.server';
import { createUploadMemoryLimiter } from './files/save-uploads.server';
import { createUserAreas, type UserAreas } from './files/user-areas.server';
import { createCheckQueue, type CheckQueue } from './runs/check-queue.server';
import { createEstimates, type Estimates } from './runs/estimates.server';
import { createRunWatchers, type RunWatchers } from './runs/run-watchers.server';
import { createRunner, type Runner } from './runs/runner.server';
import type { RunStore } from './store/run-store.server';
import { sweepHourly } from './store/sweep-hourly.server';

/** Maximum number of runs per user whose details are kept. The settings say for how many days. */
const KEEP_RUNS = 500;
const KEEP_REPLIES_MS = 30 * DAY_MS;
const KEEP_REPLIES = 20_000;
/** For all users together; requests beyond it are refused and can be retried. */
const MAX_WAITING_PREVIEWS = 50;

/** The parts of BAIQL that are created at boot. */
export interface Baiql {
  areas: UserAreas;
  /** Cache of the texts extracted from users' documents. */
  textsFolder: string;
  uploadMemoryLimiter: BodyMemoryLimiter;
  checkQueue: CheckQueue;
  /** Reads documents for previews. Separate from the engine's reader, which may have thousands queued. */
  previews: DocumentReader;
  estimates: Estimates;
  store: RunStore;
  engine: Engine;
  watchers: RunWatchers;
  runner: Runner;
  /**
   * Stops all runs and settles the requests they have sent; they continue at the next start. Returns false if the
   * timeout passed first.
   */
  drain(timeoutMs: number): Promise<boolean>;
}

/** `leaseOwner` identifies this process in run leases. */
export function createBaiql(
  services: BaiqlDeps,
  { store, leaseOwner }: { store: RunStore; leaseOwner: string },
): Baiql {
  const { env, log } = services;
  const areas = createUserAreas({
    root: path.join(env.DATA_DIR, 'files'),
    quotaBytes: DEFAULT_QUOTA_BYTES,
    clock: services.clock,
  });
  const watchers = createRunWatchers();
  // Keeps texts that an estimate has read for the run that follows, but not long after the files are deleted.
  const textsFolder = path.join(env.DATA_DIR, 'texts');
  const texts = { folder: textsFolder, maxAgeMs: HOUR_MS };
  const documents = countingReader(createDocumentReader(), services.stats);
  const engine = createEngine({
    maxWorkers: env.BAIQL_WORKERS,
    scratchFolder: temporaryRoot(env),
    texts,
    documents,
  });
  // Runs have their own concurrency limit, so that a user's own requests never wait behind their runs.
  const runningCompletions = createRunningCompletions();
  const previews = createDocumentReader({ maxProcesses: 1, maxWaiting: MAX_WAITING_PREVIEWS });
  const runner = createRunner(services, { store, engine, areas, watchers, runningCompletions, leaseOwner });
  const rules = {
    keepDetailsMs: env.BAIQL_KEEP_DAYS * DAY_MS,
    keepRuns: KEEP_RUNS,
    keepRepliesMs: KEEP_REPLIES_MS,
    repliesOfUser: KEEP_REPLIES,
  };
  const dropFiles = async (userId: string, executionId: string): Promise<void> =>
    dropKeptFiles(await areas.of(userId), executionId);
  const estimates = createEstimates(services);
  const sweeping = sweepHourly(() => store.sweep(rules, dropFiles), log);

  return {
    areas,
    textsFolder,
    uploadMemoryLimiter: createUploadMemoryLimiter(),
    checkQueue: createCheckQueue(),
    previews,
    estimates,
    store,
    engine,
    watchers,
    runner,
    drain: (timeoutMs) => {
      watchers.close();
      previews.close();
      const ended = estimates
        .close()
        .then(() => runner.close())
        .finally(() => documents.close());
      return withinTime(Promise.all([ended, sweeping.stop()]), timeoutMs);
    },
  };
}
