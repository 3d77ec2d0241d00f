/**
 * The calls that are under way in this process. A call belongs to the server, not to the connection that asked for
 * it: when the browser goes away the answer is still drained, stored and paid, and a reload finds it.
 */
export interface RunningCalls {
  /** Runs the work as one of the calls under way. */
  track<T>(userId: string, key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Asks a call to stop; what was received so far is kept and charged. False: no such call is under way. */
  stop(userId: string, key: string): boolean;
  countOf(userId: string): number;
  /** Waits until nothing is under way, at most this long. True when everything has finished. */
  drain(timeoutMs: number): Promise<boolean>;
}

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, AbortController>();
  const countByUser = new Map<string, number>();
  let onIdle: (() => void)[] = [];

  const nameOf = (userId: string, key: string) => `${userId}\n${key}`;
  const changeCount = (userId: string, by: number) => {
    const count = (countByUser.get(userId) ?? 0) + by;
    if (count > 0) countByUser.set(userId, count);
    else countByUser.delete(userId);
  };

  return {
    async track(userId, key, work) {
      const name = nameOf(userId, key);
      const controller = new AbortController();
      calls.set(name, controller);
      changeCount(userId, 1);
      try {
        return await work(controller.signal);
      } finally {
        calls.delete(name);
        changeCount(userId, -1);
        if (calls.size === 0) {
          for (const resolve of onIdle) resolve();
          onIdle = [];
        }
      }
    },
    stop(userId, key) {
      const controller = calls.get(nameOf(userId, key));
      controller?.abort();
      return controller !== undefined;
    },
    countOf: (userId) => countByUser.get(userId) ?? 0,
    async drain(timeoutMs) {
      if (calls.size === 0) return true;
      let timer: NodeJS.Timeout | undefined;
      const idle = new Promise<boolean>((resolve) => onIdle.push(() => resolve(true)));
      const timeout = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), timeoutMs);
      });
      return Promise.race([idle, timeout]).finally(() => clearTimeout(timer));
    },
  };
}
