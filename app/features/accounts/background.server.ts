import type { Logger } from '~/core/server/logger.server';

/**
 * Work that happens after the answer: looking an address up and mailing it. Whoever waits for the answer can then not
 * tell by its timing whether the address has an account.
 */
export interface Background {
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when everything that was started has ended: before shutting down, and in tests. */
  drain(): Promise<void>;
}

export function createBackground(log: Logger): Background {
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
