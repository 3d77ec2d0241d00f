import PQueue from 'p-queue';

/** A mutex per key: work with the same key runs one after the other, different keys run in parallel. */
export interface KeyedMutex {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const queues = new Map<string, PQueue>();
  return {
    run: async (key, work) => {
      const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
      queues.set(key, queue);
      try {
        return await queue.add(work);
      } finally {
        if (queue.size === 0 && queue.pending === 0) queues.delete(key);
      }
    },
  };
}
