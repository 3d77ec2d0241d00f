import { createEngine, DEFAULT_QUOTA_BYTES } from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS, SECOND_MS, type Clock } from '~/core/shared/clock';
import type { PrismaClient } from '~/core/db/database.server';
import type { ConnectionLock } from '~/core/db/lock.server';
import type { Logger } from '~/core/server/logger.server';
import { createRunningCalls, type CompletionDeps } from '~/features/completions/index.server';
import { createSaveUploads } from './files/save-uploads.server';
import { createUserAreas } from './files/user-areas.server';
import { createRunWatchers } from './runs/run-watchers.server';
import { createRunner } from './runs/runner.server';
import { createRetention, type Swept } from './store/retention.server';
import { createRunStore } from './store/run-store.server';
import { withinTime } from './within-time';

/** Details are kept for as many days as the settings say, and of no more runs than these. */
const KEEP_RUNS = 500;
const KEEP_REPLIES_MS = 30 * DAY_MS;
const KEEP_REPLIES = 20_000;
/** A run makes many calls a second; a cap that is changed meanwhile holds after this time. */
const CAPS_AGE_MS = 5 * SECOND_MS;

export interface BaiqlSettings {
  prisma: PrismaClient;
  connection: Database;
  lock: ConnectionLock;
  completion: CompletionDeps;
  /** Names this process: leases are its own. */
  owner: string;
  /** Runs that go on at the same time. */
  workers: number;
  /** How long prompts and replies of runs are kept. */
  keepDetailsMs: number;
  /** Where people's files are kept. */
  filesDir: string;
  /** Where texts of their documents are kept for a while, so that OCR is not done twice. */
  textsDir: string;
  clock: Clock;
  log: Logger;
}

/** Everything that the routes of BAIQL work with. */
export type Baiql = ReturnType<typeof createBaiql>;

export function createBaiql(settings: BaiqlSettings) {
  const { prisma, connection, lock, clock, log, owner } = settings;
  const areas = createUserAreas({ root: settings.filesDir, quotaBytes: DEFAULT_QUOTA_BYTES, clock });
  const store = createRunStore({ connection, lock, clock });
  const watchers = createRunWatchers();
  // Texts that an estimate has read are there for the run after it, and not long after the files are deleted.
  const texts = { folder: settings.textsDir, maxAgeMs: HOUR_MS };
  const engine = createEngine({ maxRuns: settings.workers, texts });
  // Runs have a bound of their own: a person's own sends never wait behind their runs.
  const running = createRunningCalls();
  const completion = { ...rememberingCaps(settings.completion), running };
  const runner = createRunner({ prisma, store, engine, areas, completion, watchers, owner, clock, log });
  const sweeping = sweepNowAndHourly(
    createRetention({
      connection,
      lock,
      clock,
      rules: {
        keepDetailsMs: settings.keepDetailsMs,
        keepRuns: KEEP_RUNS,
        keepRepliesMs: KEEP_REPLIES_MS,
        repliesOfPerson: KEEP_REPLIES,
      },
    }).sweep,
    log,
  );

  return {
    prisma,
    clock,
    log,
    ledger: completion.ledger,
    areas,
    saveUploads: createSaveUploads({ areas }),
    store,
    engine,
    completion,
    watchers,
    runner,
    /** Runs go on at the next start; what they have sent is settled first. True when that took no longer than this. */
    drain: (timeoutMs: number): Promise<boolean> => {
      watchers.close();
      return withinTime(Promise.all([runner.close(), sweeping.stop()]), timeoutMs);
    },
  };
}

/** One sweep at a time. */
function sweepNowAndHourly(sweep: () => Promise<Swept>, log: Logger): { stop(): Promise<void> } {
  let current: Promise<void> | null = null;
  const begin = (): void => {
    current ??= sweep()
      .then(
        ({ runs, replies }) => {
          if (runs + replies > 0) log.info({ runs, replies }, 'removed old prompts and replies of runs');
        },
        (err: unknown) => log.error({ err }, 'old prompts and replies of runs could not be removed'),
      )
      .finally(() => {
        current = null;
      });
  };
  const timer = setInterval(begin, HOUR_MS).unref();
  begin();
  return {
    stop: async () => {
      clearInterval(timer);
      await current;
    },
  };
}

function rememberingCaps(completion: CompletionDeps): CompletionDeps {
  const known = new LRUCache<string, ReturnType<CompletionDeps['spendCaps']>>({ max: 500, ttl: CAPS_AGE_MS });
  return {
    ...completion,
    spendCaps: (userId) => {
      const caps = known.get(userId) ?? completion.spendCaps(userId);
      if (!known.has(userId)) known.set(userId, caps);
      caps.catch(() => known.delete(userId));
      return caps;
    },
  };
}
