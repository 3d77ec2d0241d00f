/**
 * Each request holds its maximum cost while it is in flight, so a user's own requests tie up money of which most is
 * released. A request that finds too little waits for the others in flight, including those outside runs; it fails only
 * if none is left.
 */
export interface BudgetGate {
  /** Makes the request; while it is short of money and others are in flight, retries it after each release. */
  pay<T>(userId: string, call: BudgetedRequest<T>): Promise<T>;
}

export interface BudgetedRequest<T> {
  /** Calls `onHeld` once its hold is placed. When the promise settles, the rest of the hold has been released. */
  make: (onHeld: () => void) => Promise<T>;
  isShort: (error: unknown) => boolean;
  /** Waits a moment while other requests of the user hold money; returns false at once if none do. */
  waitForOthers: () => Promise<boolean>;
  /** Ends the wait. The request is then made once more, so that it fails with its own abort error. */
  signal: AbortSignal;
}

/** The state of one user's requests. */
interface UserBudget {
  /** Requests made or waiting. */
  calls: number;
  /** Requests with a hold. */
  held: number;
  /** Number of releases so far. */
  releases: number;
  /** Longest wait first. */
  waiting: (() => void)[];
  /** The wait for requests outside runs, shared by all requests. */
  forOthers: Promise<boolean> | undefined;
}

export function createBudgetGate(): BudgetGate {
  const purses = new Map<string, UserBudget>();
  return {
    pay: async (userId, call) => {
      const purse = purses.get(userId) ?? {
        calls: 0,
        held: 0,
        releases: 0,
        waiting: [],
        forOthers: undefined,
      };
      purses.set(userId, purse);
      purse.calls += 1;
      try {
        return await payWithinBudget(purse, call);
      } finally {
        purse.calls -= 1;
        if (purse.calls === 0) purses.delete(userId);
      }
    },
  };
}

async function payWithinBudget<T>(purse: UserBudget, call: BudgetedRequest<T>): Promise<T> {
  const { make, isShort, signal } = call;
  const mark = { isHeld: false };
  const onHeld = (): void => {
    mark.isHeld = true;
    purse.held += 1;
    wakeNext(purse); // there may be enough for one more
  };
  // Other holds may have been released a moment ago.
  let mayHaveOtherHolds = true;
  try {
    for (let isFirst = true; ; isFirst = false) {
      const releasesBefore = purse.releases;
      try {
        return await make(onHeld);
      } catch (error) {
        if (mark.isHeld || !isShort(error) || signal.aborted) throw error;
        if (purse.releases !== releasesBefore) continue; // money was released during the attempt
        if (purse.held === 0) {
          if (!mayHaveOtherHolds) throw error;
          mayHaveOtherHolds = await waitForOthers(purse, call);
          continue;
        }
        await waitForRelease(purse, isFirst ? 'push' : 'unshift', signal);
      }
    }
  } finally {
    if (mark.isHeld) {
      purse.held -= 1;
      purse.releases += 1;
    }
    wakeNext(purse);
  }
}

function waitForOthers(purse: UserBudget, call: BudgetedRequest<unknown>): Promise<boolean> {
  purse.forOthers ??= call.waitForOthers().finally(() => {
    purse.forOthers = undefined;
  });
  return purse.forOthers;
}

const wakeNext = ({ waiting }: UserBudget): void => waiting.shift()?.();

function waitForRelease(
  { waiting }: UserBudget,
  place: 'push' | 'unshift',
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(wake), 1);
      resolve();
    };
    waiting[place](wake);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
