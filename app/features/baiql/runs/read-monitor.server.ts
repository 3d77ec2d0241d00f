import type { Actor, UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { groupFailures } from './group-failures';
import { listItems } from './list-items.server';
import { getRun, readLogs, readPlan, requireOwnRun } from './read-runs.server';
import { MAX_TRIED, readTrial } from './read-trial.server';
import { isActiveRun, type RunFailures } from './responses';
import type { MonitorQuery } from './items-schema';

type Deps = Pick<BaiqlDeps, 'clock' | 'prisma' | 'baiql' | 'preferences'>;

/** The page size of the list. */
const ITEMS_AT_FIRST = 100;
const FAILURE_BATCH_SIZE = 500;
/** Only this many failures of a run are grouped. */
const MAX_FAILURES = 10_000;

/** Loads the initial data of a run's page, which then follows the run's events. */
export async function readMonitor(
  services: Deps,
  actor: Actor,
  { id, status, q }: MonitorQuery & { id: string },
) {
  const run = await getRun(services, actor, id);
  const [{ PreferredTimezone: timeZone }, { groups }, { logs, next }, costLimitUsd, reviews, trial, items] =
    await Promise.all([
      services.preferences.read(actor.userId),
      readFailures(services, actor, id),
      readLogs(services, actor, { id }),
      readCostLimit(services, id),
      services.baiql.store.countReviews(id),
      run.reason === 'trial' && run.current <= MAX_TRIED ? readTrial(services, id) : [],
      listItems(services, actor, { id, page: 1, pageSize: ITEMS_AT_FIRST, texts: 'beginnings', status, q }),
    ]);
  return {
    userId: actor.userId,
    run,
    failures: groups,
    logs,
    lastLine: next,
    costLimitUsd,
    reviews,
    trial,
    /** The first page of transactions for the filter in the URL, rendered with the page. */
    items,
    filter: { ...(status === undefined ? {} : { status }), ...(q === undefined ? {} : { q }) },
    timeZone,
    now: new Date(services.clock()).toISOString(),
    /** It may still change: it is running, or its last requests are being settled. */
    isLive: isActiveRun(run) || services.baiql.runner.isWorkingOn(id),
  };
}

/** Failures of the user's run grouped by reason, with advice. */
export async function readFailures(
  services: Pick<BaiqlDeps, 'prisma' | 'baiql'>,
  actor: UserRef,
  id: string,
): Promise<RunFailures> {
  await requireOwnRun(services, actor, id);
  const failures: { batch: number; number: number; reason: string }[] = [];
  for (let after = { batch: 0, number: 0 }; failures.length < MAX_FAILURES;) {
    const rows = await services.baiql.store.failures(id, after, FAILURE_BATCH_SIZE);
    for (const row of rows) failures.push(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < FAILURE_BATCH_SIZE) break;
    after = { batch: last.batch, number: last.number };
  }
  return { groups: groupFailures(failures), isWhole: failures.length < MAX_FAILURES };
}

/** The lowest current LIMIT COST of its batches; null if there is none. */
async function readCostLimit(services: Deps, id: string): Promise<number | null> {
  const plan = await readPlan(services, id);
  let lowest: number | null = null;
  for (const item of plan?.items ?? []) {
    const limit = item.kind === 'batch' ? (item.limit?.costUsd ?? null) : null;
    if (limit !== null) lowest = Math.min(limit, lowest ?? limit);
  }
  return lowest;
}
