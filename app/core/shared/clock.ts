/** Milliseconds since 1970 (UTC). Passed as an argument so that tests can control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/**
 * Milliseconds on a monotonic clock: for timeouts and ages within this process. The wall clock may jump, by NTP or when
 * a suspended machine resumes.
 */
export const steadyClock: Clock = () => performance.now();

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day, such as 2026-11-20. Daily limits use it, whatever the user's time zone. */
export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
export const utcMonth = (atMs: number): string => utcDay(atMs).slice(0, 7);

/** Waits for the work up to the timeout. True if it finished. */
export async function withinTime(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
