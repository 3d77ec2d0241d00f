import type { Browser, Page } from '@playwright/test';

const MARK = 'longest-task';
const TASK = 'ThreadControllerImpl::RunTask';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** Microseconds of CPU time. */
  tdur?: number;
}

/**
 * How long the page couldn't react at most while something went on, in milliseconds of its main thread's CPU time:
 * other load on the machine hardly counts.
 */
export async function longestTaskMs(
  browser: Browser,
  page: Page,
  goOn: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await goOn();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const begin = traceEvents.find(({ name }) => name === MARK);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) => name === TASK && pid === begin?.pid && tid === begin.tid && ts > begin.ts,
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
}

/** What a fixed piece of work takes on this machine now: about 10 ms on the reference machine. */
export const fixedWorkMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let shortestMs = Infinity;
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now();
      let sum = 0;
      for (let count = 0; count < 5_000_000; count += 1) sum += Math.sqrt(count);
      if (sum > 0) shortestMs = Math.min(shortestMs, performance.now() - start);
    }
    return shortestMs;
  });
