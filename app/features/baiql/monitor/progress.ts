/** Where a run stood at a moment. */
export interface Sample {
  atMs: number;
  done: number;
}

/** The rate is that of the last minute: what a run did before a wait or a pause says little of what it does now. */
const WINDOW_MS = 60_000;
/** Of less than this no rate can be told. */
const SHORTEST_MS = 3_000;

/** The samples with one more, and without those that are too old; one older is kept, for the window to begin at. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.done < last.done) return [sample]; // the run began to count anew
  const firstInWindow = samples.findIndex(({ atMs }) => atMs >= sample.atMs - WINDOW_MS);
  const kept = firstInWindow === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInWindow - 1));
  return [...kept, sample];
}

/** Transactions a minute, at this moment; null while there is too little to tell. */
export function ratePerMinute(samples: readonly Sample[], nowMs: number): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.done === first.done) return null;
  const passedMs = nowMs - first.atMs;
  return passedMs < SHORTEST_MS ? null : ((last.done - first.done) / passedMs) * 60_000;
}

/** Null while the rate is not known. */
export function secondsLeft(rate: number | null, left: number): number | null {
  return rate === null || rate <= 0 ? null : Math.ceil((left / rate) * 60);
}

interface Spent {
  costMicroUsd: number | null;
  current: number;
  failed: number;
}

/** What so many more will probably cost, by what those before have cost; null where nothing tells, as where all failed. */
export function costOfMore({ costMicroUsd, current, failed }: Spent, more: number): number | null {
  return costMicroUsd === null || current === failed ? null : Math.round((costMicroUsd / current) * more);
}

/** 75 → "1 min 15 s"; from an hour on without seconds. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
