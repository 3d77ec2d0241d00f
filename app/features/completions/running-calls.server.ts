import { DomainError } from '~/core/shared/errors';
import { abortForShutdown, serverStopping } from './stop-reasons';

/** Names a call as its user does: a key is theirs, one for each endpoint. */
interface CallName {
  userId: string;
  endpoint: string;
  key: string;
}

/** At most so many calls of one user run at one time; whoever has more is told when to try again. */
export interface MostAtOnce {
  calls: number;
  retryAfterSeconds: number;
}

/**
 * The calls that are under way in this process, from their first check to their last entry in the books. A call belongs
 * to the server, not to the connection that asked for it: when the browser goes away the answer is still drained, stored
 * and paid, and a reload finds it.
 */
export interface RunningCalls {
  /** Runs the work as one of the calls under way. @throws DomainError `too_many_at_once`, before it begins */
  track<T>(name: CallName, most: MostAtOnce, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  isRunning(name: CallName): boolean;
  /** Asks a call to stop; what was received so far is kept and charged. False: no such call is under way. */
  stop(name: CallName): boolean;
  /** Stops every call of a user, at the vendor too; settles when they have been settled. */
  stopAll(userId: string): Promise<void>;
  /** The server stops and waits no longer: ends every call, as its user could, and takes in no other. */
  endAll(): void;
  countOf(userId: string): number;
  /** Waits until nothing is under way, at most this long. True when everything has finished. */
  drain(timeoutMs: number): Promise<boolean>;
}

interface Call {
  endpoint: string;
  key: string;
  controller: AbortController;
  ended: Promise<void>;
}

const nothing = (): void => undefined;

export function createRunningCalls(): RunningCalls {
  const byUser = new Map<string, Set<Call>>();
  let onIdle: (() => void)[] = [];
  let isEnding = false;

  const callsOf = (userId: string): Call[] => [...(byUser.get(userId) ?? [])];
  // One key may be in use twice at once: the later one is told that the earlier is being answered.
  const callsNamed = (name: CallName): Call[] =>
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
      if (isEnding) throw serverStopping();
      if ((byUser.get(userId)?.size ?? 0) >= most.calls) throw tooManyAtOnce(most);
      const controller = new AbortController();
      const result = work(controller.signal);
      const end = begin(userId, { endpoint, key, controller, ended: result.then(nothing, nothing) });
      return result.finally(end);
    },
    isRunning: (name) => callsNamed(name).length > 0,
    stop(name) {
      const calls = callsNamed(name);
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

export const tooManyAtOnce = ({ retryAfterSeconds }: Pick<MostAtOnce, 'retryAfterSeconds'>): DomainError =>
  new DomainError('rate-limited', `Rate limit reached. Try again in ${String(retryAfterSeconds)}s.`, {
    code: 'too_many_at_once',
    retryAfterSeconds,
  });
