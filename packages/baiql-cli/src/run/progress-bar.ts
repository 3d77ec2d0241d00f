import type { RunProgress } from '@promptwell/baiql-runtime';
import { cutToWidth } from '../check/pretty/visible-text.js';
import { count, dollars, duration } from './format.js';

const BAR_CHARACTERS = 24;
const GAP = '  ';

/** A run's progress in one line; parts that do not fit the width are dropped, last first. */
export function progressLine(
  progress: RunProgress,
  rate: number | null,
  nowMs: number,
  columns = Number.POSITIVE_INFINITY,
): string {
  const { current, total, totals, batch, batches, waitingUntilMs } = progress;
  const share = total === 0 ? 1 : current / total;
  const done = `${count(current)}/${count(total)}`;
  const room = Math.max(0, Math.min(BAR_CHARACTERS, columns - done.length - 1));
  const filled = Math.round(share * room);
  const bar = '█'.repeat(filled) + '░'.repeat(room - filled);
  const parts = [
    room === 0 ? done : `${bar} ${done}`,
    ...(batches > 1 ? [`batch ${batch} of ${batches}`] : []),
    ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : String(Math.round(rate))}/s`]),
    // Before the first reply, a cost that is unknown for want of a price would read as nothing.
    ...(totals.inputTokens === 0 ? [] : [`cost ${dollars(totals.costMicroUsd)}`]),
    `${count(totals.failed)} failed`,
  ];
  if (waitingUntilMs !== undefined && waitingUntilMs > nowMs) {
    parts.push(`trying again in ${duration(waitingUntilMs - nowMs)}`);
  } else if (rate !== null && rate > 0 && current < total) {
    parts.push(`${duration(((total - current) / rate) * 1_000)} left`);
  }
  while (parts.length > 1 && parts.join(GAP).length > columns) parts.pop();
  return cutToWidth(parts.join(GAP), columns);
}

/** Transactions per second over a recent window, for the estimated time left. */
export function createRate(): (batch: number, current: number, nowMs: number) => number | null {
  const WINDOW_MS = 20_000;
  let seen: { batch: number; current: number; atMs: number }[] = [];
  return (batch, current, nowMs) => {
    seen = seen.filter((each) => each.batch === batch && nowMs - each.atMs <= WINDOW_MS);
    seen.push({ batch, current, atMs: nowMs });
    const [first] = seen;
    if (first === undefined || nowMs - first.atMs < 1_000) return null;
    return ((current - first.current) / (nowMs - first.atMs)) * 1_000;
  };
}
