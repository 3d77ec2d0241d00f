import { useRevalidator } from '@remix-run/react';
import { messageOf } from '~/core/browser/call-api';
import { showToast } from '~/ui/overlay/toast';
import type { RunView } from '../runs/responses';
import type { RunCalls } from './run-api';
import type { LiveRun } from './use-live-run';

const LONGEST_LOOK_MS = 10_000;

/**
 * Calls an action of the run and follows the result. Returns whether it succeeded; a failed call may still have taken
 * effect if only its response was lost.
 */
export function useRunChange(calls: RunCalls, { run, take }: Pick<LiveRun, 'run' | 'take'>) {
  const { revalidate } = useRevalidator();
  return async (change: () => Promise<RunView>): Promise<boolean> => {
    try {
      take(await change());
    } catch (error) {
      const now = await calls.read(AbortSignal.timeout(LONGEST_LOOK_MS)).catch(() => null);
      if (now === null || now.finishedAt === run.finishedAt) {
        showToast('error', messageOf(error));
        return false;
      }
      take(now);
    }
    revalidate();
    return true;
  };
}
