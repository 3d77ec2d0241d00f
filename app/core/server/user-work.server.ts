import type { Readable } from 'node:stream';
import { withinTime } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';

/** Work in progress for each user: requests, downloads, streams. Closing an account waits for it. */
export interface InFlightRequests {
  /**
   * Runs a user's request. The signal aborts when the account is closed; the work should then end soon.
   * @throws DomainError `session_ended` while the account is being closed
   */
  run<T>(actor: RequestActor, work: (task: Task) => T | Promise<T>): Promise<T>;
  /** For work that outlives the calling function, such as a stream. Returns a function to call when it ends. */
  begin(userId: string): Task & { end: () => void };
  /**
   * Rejects new work of this user, aborts work in progress, then runs `rest`. `othersEnded` resolves when all of it has
   * ended or the timeout has passed. The request of `actor`, who may be closing their own account, is excluded.
   */
  close<T>(
    actor: RequestActor,
    userId: string,
    rest: (othersEnded: Promise<unknown>) => Promise<T>,
  ): Promise<T>;
  /** Before shutdown: waits for requests. True if all have ended. */
  drain(timeoutMs: number): Promise<boolean>;
}

/** The object identity stands for one request: sessions create a new one each time. */
interface RequestActor {
  userId: string;
}

export interface Task {
  /** Created on first access: most work is too short to need it. */
  readonly signal: AbortSignal;
}

/** Stuck work must not keep an account from being closed. */
const ENDING_MS = 10_000;

class OpenTask implements Task {
  #controller: AbortController | undefined;
  #isAborted = false;
  #markEnded: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => (this.#markEnded = resolve));

  constructor(
    readonly actor: RequestActor | undefined,
    private readonly onEnd: (task: OpenTask) => void,
  ) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  readonly abort = (): void => {
    this.#isAborted = true;
    this.#controller?.abort();
  };

  readonly end = (): void => {
    this.onEnd(this);
    this.#markEnded();
  };
}

export function createInFlightRequests(): InFlightRequests {
  const byUser = new Map<string, Set<OpenTask>>();
  const closing = new Map<string, Promise<unknown>>();

  function begin(userId: string, actor?: RequestActor): OpenTask {
    if (closing.has(userId)) throw accountClosing();
    const tasks = byUser.get(userId) ?? new Set();
    byUser.set(userId, tasks);
    const task = new OpenTask(actor, (ended) => {
      tasks.delete(ended);
      if (tasks.size === 0) byUser.delete(userId);
    });
    tasks.add(task);
    return task;
  }

  return {
    begin: (userId) => begin(userId),
    run: async (actor, work) => {
      const task = begin(actor.userId, actor);
      try {
        return await work(task);
      } finally {
        task.end();
      }
    },
    close: async (actor, userId, rest) => {
      const tasks = () => [...(byUser.get(userId) ?? [])];
      const isOwn = (task: OpenTask) => task.actor === actor;
      // If two requests close it at once, the second only waits, so nothing waits for it.
      for (let earlier = closing.get(userId); earlier; earlier = closing.get(userId)) {
        for (const task of tasks().filter(isOwn)) task.end();
        await earlier.catch(() => undefined);
      }
      const others = tasks().filter((task) => !isOwn(task));
      for (const task of others) task.abort();
      const othersEnded = withinTime(Promise.all(others.map(({ ended }) => ended)), ENDING_MS);
      // One tick later: the account already counts as closing.
      const closed = Promise.resolve().then(() => rest(othersEnded));
      closing.set(userId, closed);
      return closed.finally(() => closing.delete(userId));
    },
    drain: (timeoutMs) => {
      const requests = [...byUser.values()].flatMap((tasks) => [...tasks].filter(({ actor }) => actor));
      return withinTime(Promise.all(requests.map(({ ended }) => ended)), timeoutMs);
    },
  };
}

/** Counts a download as the user's work until its stream is closed. */
export function endWithAccount(inFlightRequests: InFlightRequests, userId: string, download: Readable): void {
  const task = inFlightRequests.begin(userId);
  download.once('close', task.end);
  task.signal.addEventListener('abort', () => download.destroy(), { once: true });
}

const accountClosing = (): DomainError =>
  new DomainError('unauthenticated', 'This account is being closed.', { code: 'session_ended' });
