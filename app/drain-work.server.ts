import type { Services } from './services';

/** How long ended completions may take to be booked and answered. */
const ABORT_GRACE_MS = 2_500;

type DrainDeps = Pick<Services, 'runningCompletions' | 'inFlightRequests' | 'baiql'>;

/**
 * Before shutdown: waits up to the timeout for users' requests. Completions still running are then ended as if the user
 * had stopped them: the partial text is kept and charged, and the client gets its response. Batch runs resume at the
 * next start. Returns false if something is still running.
 */
export async function drainWork(services: DrainDeps, timeoutMs: number): Promise<boolean> {
  const runs = services.baiql.drain(timeoutMs);
  const within = async (ms: number): Promise<boolean> =>
    (await Promise.all([services.runningCompletions.drain(ms), services.inFlightRequests.drain(ms)])).every(
      Boolean,
    );
  if (!(await within(timeoutMs))) {
    services.runningCompletions.endAll();
    if (!(await within(ABORT_GRACE_MS))) return false;
  }
  return runs;
}
