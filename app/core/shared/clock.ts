/** Now, in milliseconds since 1970 (UTC). Passed as an argument, so that tests can control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/**
 * Milliseconds since some moment, on a clock that nobody sets: for time-outs, waits and ages within this process. The
 * time of day may leap, by a step of NTP or when a suspended machine goes on.
 */
export const steadyClock: Clock = () => performance.now();

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day of a moment, such as 2026-11-20. Daily limits go by it, whatever the user's timezone. */
export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Waits for the work, but no longer than the timeout. True if it finished. */
export async function withinTime(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
