import type { RunProgress } from '@promptwell/baiql-runtime';
import { count, dollars, duration } from './format.js';

const BAR_CHARACTERS = 24;

/** One line that says where the run stands. */
export function progressLine(progress: RunProgress, rate: number | null, nowMs: number): string {
  const { current, total, totals, batch, batches, waitingUntilMs } = progress;
  const share = total === 0 ? 1 : current / total;
  const filled = Math.round(share * BAR_CHARACTERS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARACTERS - filled);
  const parts = [
    `${bar} ${count(current)}/${count(total)}`,
    ...(batches > 1 ? [`batch ${batch} of ${batches}`] : []),
    ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : String(Math.round(rate))}/s`]),
    `cost ${dollars(totals.costMicroUsd)}`,
    `${count(totals.failed)} failed`,
  ];
  if (waitingUntilMs !== undefined && waitingUntilMs > nowMs) {
    parts.push(`trying again in ${duration(waitingUntilMs - nowMs)}`);
  } else if (rate !== null && rate > 0 && current < total) {
    parts.push(`${duration(((total - current) / rate) * 1_000)} left`);
  }
  return parts.join('  ');
}

/** Transactions a second over the last while: what was before says little of what is left. */
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
