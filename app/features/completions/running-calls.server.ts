/**
 * The calls that are under way in this process. A call belongs to the server, not to the connection that asked for
 * it: when the browser goes away the answer is still drained, stored and paid, and a reload finds it.
 */
export interface RunningCalls {
  /** Runs the work as one of the calls under way. */
  track<T>(userId: string, key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Asks a call to stop; what was received so far is kept and charged. False: no such call is under way. */
  stop(userId: string, key: string): boolean;
  /** Stops every call of a user, at the vendor too; settles when they have been settled. */
  stopAll(userId: string): Promise<void>;
  countOf(userId: string): number;
  /** Waits until nothing is under way, at most this long. True when everything has finished. */
  drain(timeoutMs: number): Promise<boolean>;
}

interface Call {
  controller: AbortController;
  ended: Promise<void>;
}

const nothing = (): void => undefined;

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, AbortController>();
  const byUser = new Map<string, Set<Call>>();
  let onIdle: (() => void)[] = [];

  const nameOf = (userId: string, key: string) => `${userId}\n${key}`;
  const begin = (userId: string, call: Call): (() => void) => {
    const own = byUser.get(userId) ?? new Set();
    byUser.set(userId, own.add(call));
    return () => {
      own.delete(call);
      if (own.size === 0) byUser.delete(userId);
    };
  };

  return {
    async track(userId, key, work) {
      const name = nameOf(userId, key);
      const controller = new AbortController();
      calls.set(name, controller);
      const result = work(controller.signal);
      const end = begin(userId, { controller, ended: result.then(nothing, nothing) });
      try {
        return await result;
      } finally {
        calls.delete(name);
        end();
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
    async stopAll(userId) {
      const own = [...(byUser.get(userId) ?? [])];
      for (const { controller } of own) controller.abort();
      await Promise.all(own.map(({ ended }) => ended));
    },
    countOf: (userId) => byUser.get(userId)?.size ?? 0,
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
