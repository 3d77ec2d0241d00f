import { DomainError } from '~/core/shared/errors';
import { abortForShutdown, serverStoppingError } from './stop-reasons';

/** Identifies a running completion: keys are unique per user and endpoint. */
interface CompletionKey {
  userId: string;
  endpoint: string;
  key: string;
}

/** Maximum number of concurrent completions per user, and the Retry-After beyond it. */
export interface ConcurrencyLimit {
  calls: number;
  retryAfterSeconds: number;
}

/**
 * The completions running in this process, from the first check to the last ledger entry. A completion isn't tied to
 * its connection: if the client disconnects, it is still received, stored and charged, and a reload finds it.
 */
export interface RunningCompletions {
  /**
   * Runs the work and registers it until it settles.
   * @throws DomainError `too_many_at_once`, before it starts
   */
  track<T>(
    name: CompletionKey,
    most: ConcurrencyLimit,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  isRunning(name: CompletionKey): boolean;
  /** Aborts a completion; the part received is kept and charged. Returns false if none is running under this name. */
  stop(name: CompletionKey): boolean;
  /** Aborts all completions of a user, also at the vendor; resolves when they are settled. */
  stopAll(userId: string): Promise<void>;
  /** Aborts all completions at shutdown and rejects new ones. */
  endAll(): void;
  countOf(userId: string): number;
  /** Waits until nothing is running, up to the timeout. Returns false on timeout. */
  drain(timeoutMs: number): Promise<boolean>;
}

interface Call {
  endpoint: string;
  key: string;
  controller: AbortController;
  ended: Promise<void>;
}

const nothing = (): void => undefined;

export function createRunningCompletions(): RunningCompletions {
  const byUser = new Map<string, Set<Call>>();
  let onIdle: (() => void)[] = [];
  let isEnding = false;

  const callsOf = (userId: string): Call[] => [...(byUser.get(userId) ?? [])];
  // A key may be registered twice; the later one fails with `in_flight`.
  const completionsWithKey = (name: CompletionKey): Call[] =>
    callsOf(name.userId).filter(({ endpoint, key }) => endpoint === name.endpoint && key === name.key);

  function begin(userId: string, call: Call): () => void {
    const own = byUser.get(userId) ?? new Set();
    byUser.set(userId, own.add(call));
    return () => {
      own.delete(call);
      if (own.size === 0) byUser.delete(userId);
      if (byUser.size > 0) return;
      for (const resolve of onIdle) resolve();
      onIdle = [];
    };
  }

  return {
    async track({ userId, endpoint, key }, most, work) {
      if (isEnding) throw serverStoppingError();
      if ((byUser.get(userId)?.size ?? 0) >= most.calls) throw concurrencyLimitReached(most);
      const controller = new AbortController();
      const result = work(controller.signal);
      const end = begin(userId, { endpoint, key, controller, ended: result.then(nothing, nothing) });
      return result.finally(end);
    },
    isRunning: (name) => completionsWithKey(name).length > 0,
    stop(name) {
      const calls = completionsWithKey(name);
      for (const { controller } of calls) controller.abort();
      return calls.length > 0;
    },
    async stopAll(userId) {
      const own = callsOf(userId);
      for (const { controller } of own) controller.abort();
      await Promise.all(own.map(({ ended }) => ended));
    },
    endAll() {
      isEnding = true;
      for (const calls of byUser.values()) for (const { controller } of calls) abortForShutdown(controller);
    },
    countOf: (userId) => byUser.get(userId)?.size ?? 0,
    async drain(timeoutMs) {
      if (byUser.size === 0) return true;
      let timer: NodeJS.Timeout | undefined;
      const idle = new Promise<boolean>((resolve) => onIdle.push(() => resolve(true)));
      const timeout = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), timeoutMs);
      });
      return Promise.race([idle, timeout]).finally(() => clearTimeout(timer));
    },
  };
}

export const concurrencyLimitReached = ({
  retryAfterSeconds,
}: Pick<ConcurrencyLimit, 'retryAfterSeconds'>): DomainError =>
  new DomainError('rate-limited', `Rate limit reached. Try again in ${String(retryAfterSeconds)}s.`, {
    code: 'too_many_at_once',
    retryAfterSeconds,
  });
