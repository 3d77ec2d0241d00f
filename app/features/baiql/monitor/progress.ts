/** Progress of a run at one time. */
export interface Sample {
  atMs: number;
  done: number;
}

/** The rate covers the last minute: a run's speed before a wait or a pause says little about now. */
const WINDOW_MS = 60_000;
/** No rate is shown for less than this. */
const MIN_WINDOW_MS = 3_000;

/** Appends a sample and drops those outside the window, except the last one before it. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.done < last.done) return [sample]; // the run has restarted its count
  const firstInWindow = samples.findIndex(({ atMs }) => atMs >= sample.atMs - WINDOW_MS);
  const inWindow = firstInWindow === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInWindow - 1));
  return [...inWindow, sample];
}

/** Current transactions per minute; null if there are too few samples. */
export function ratePerMinute(samples: readonly Sample[], nowMs: number): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.done === first.done) return null;
  const passedMs = nowMs - first.atMs;
  return passedMs < MIN_WINDOW_MS ? null : ((last.done - first.done) / passedMs) * 60_000;
}

/** Null if the rate is unknown. */
export function secondsLeft(rate: number | null, left: number): number | null {
  return rate === null || rate <= 0 ? null : Math.ceil((left / rate) * 60);
}

interface Spent {
  costMicroUsd: number | null;
  current: number;
  failed: number;
}

/** Expected cost of more transactions, from the average so far; null if unknown, e.g. if all failed. */
export function costOfMore({ costMicroUsd, current, failed }: Spent, more: number): number | null {
  return costMicroUsd === null || current === failed ? null : Math.round((costMicroUsd / current) * more);
}

/** 75 → "1 min 15 s"; no seconds from an hour on. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
