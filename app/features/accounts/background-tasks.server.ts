import type { Logger } from '~/core/server/logger.server';

/** Work that runs after the response, so that response times don't reveal whether an address has an account. */
export interface BackgroundTasks {
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all tasks have finished; for shutdown and tests. */
  drain(): Promise<void>;
}

export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    run: (name, work) => {
      const task: Promise<void> = work()
        .catch((error: unknown) => {
          log.error({ err: error, task: name }, 'work after an answer failed');
        })
        .finally(() => {
          running.delete(task);
        });
      running.add(task);
    },
    drain: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
