import type { Logger } from '~/core/server/logger.server';
import { HOUR_MS } from '~/core/shared/clock';
import type { Swept } from './run-store.server';

/** Sweeps now and every hour, one sweep at a time. */
export function sweepHourly(sweep: () => Promise<Swept>, log: Logger): { stop(): Promise<void> } {
  let current: Promise<void> | null = null;
  const begin = (): void => {
    current ??= sweep()
      .then(
        ({ runs, replies }) => {
          if (runs + replies > 0) log.info({ runs, replies }, 'removed old prompts and replies of runs');
        },
        (err: unknown) => log.error({ err }, 'old prompts and replies of runs could not be removed'),
      )
      .finally(() => {
        current = null;
      });
  };
  const timer = setInterval(begin, HOUR_MS).unref();
  begin();
  return {
    stop: async () => {
      clearInterval(timer);
      await current;
    },
  };
}
