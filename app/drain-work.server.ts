import type { Services } from './services';

/** What has been ended has this long to be booked and told. */
const ENDING_MS = 2_500;

type Draining = Pick<Services, 'runningCalls' | 'userWork' | 'baiql'>;

/**
 * Before the server stops: waits for what users have under way, at most this long. Calls that still run then are ended as
 * their users could: what has arrived is kept and charged, and they are answered. Batch runs go on at the next start.
 * False when something is left undone.
 */
export async function drainWork(services: Draining, timeoutMs: number): Promise<boolean> {
  const runs = services.baiql.drain(timeoutMs);
  const within = async (ms: number): Promise<boolean> =>
    (await Promise.all([services.runningCalls.drain(ms), services.userWork.drain(ms)])).every(Boolean);
  if (!(await within(timeoutMs))) {
    services.runningCalls.endAll();
    if (!(await within(ENDING_MS))) return false;
  }
  return runs;
}
