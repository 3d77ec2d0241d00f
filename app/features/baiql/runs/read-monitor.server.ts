import type { Actor, UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { groupFailures } from './group-failures';
import { listItems } from './list-items.server';
import { getRun, readLogs, readPlan, requireOwnRun } from './read-runs.server';
import { MAX_TRIED, readTrial } from './read-trial.server';
import { isUnderWay, type RunFailures } from './answers';
import type { MonitorQuery } from './items-schema';

type Deps = Pick<BaiqlDeps, 'clock' | 'prisma' | 'baiql' | 'preferences'>;

/** As many as the list on the page loads at a time. */
const ITEMS_AT_FIRST = 100;
const FAILURES_AT_ONCE = 500;
/** A run with more failures than this is told by its first ones. */
const MAX_FAILURES = 10_000;

/** What the monitor of one's own run begins with; from there on it follows the run by itself. */
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
    /** The first transactions that the address asks for, so that the page comes with them. */
    items,
    filter: { ...(status === undefined ? {} : { status }), ...(q === undefined ? {} : { q }) },
    timeZone,
    now: new Date(services.clock()).toISOString(),
    /** It may still change: it goes on, or the last of its calls are being settled. */
    isLive: isUnderWay(run) || services.baiql.runner.isWorkingOn(id),
  };
}

/** Why transactions of one's own run failed, by reason, with what to do. */
export async function readFailures(
  services: Pick<BaiqlDeps, 'prisma' | 'baiql'>,
  actor: UserRef,
  id: string,
): Promise<RunFailures> {
  await requireOwnRun(services, actor, id);
  const failures: { batch: number; number: number; reason: string }[] = [];
  for (let after = { batch: 0, number: 0 }; failures.length < MAX_FAILURES;) {
    const rows = await services.baiql.store.failures(id, after, FAILURES_AT_ONCE);
    for (const row of rows) failures.push(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < FAILURES_AT_ONCE) break;
    after = { batch: last.batch, number: last.number };
  }
  return { groups: groupFailures(failures), isWhole: failures.length < MAX_FAILURES };
}

/** The lowest LIMIT COST of its batches, as it stands now; null without one. */
async function readCostLimit(services: Deps, id: string): Promise<number | null> {
  const plan = await readPlan(services, id);
  let lowest: number | null = null;
  for (const item of plan?.items ?? []) {
    const limit = item.kind === 'batch' ? (item.limit?.costUsd ?? null) : null;
    if (limit !== null) lowest = Math.min(limit, lowest ?? limit);
  }
  return lowest;
}
