/**
 * Each request holds its maximum cost while it is in flight, so a user's own requests tie up money of which most is
 * released. A request that finds too little waits for the others in flight, including those outside runs; it fails only
 * if none is left.
 */
export interface Funds {
  /** Makes the request; while it is short of money and others are in flight, retries it after each release. */
  pay<T>(userId: string, call: FundedCall<T>): Promise<T>;
}

export interface FundedCall<T> {
  /** Calls `onHeld` once its hold is placed. When the promise settles, the rest of the hold has been released. */
  make: (onHeld: () => void) => Promise<T>;
  isShort: (error: unknown) => boolean;
  /** Waits a moment while other requests of the user hold money; returns false at once if none do. */
  waitForOthers: () => Promise<boolean>;
  /** Ends the wait. The request is then made once more, so that it fails with its own abort error. */
  signal: AbortSignal;
}

/** The state of one user's requests. */
interface Purse {
  /** Requests made or waiting. */
  calls: number;
  /** Requests with a hold. */
  held: number;
  /** Number of releases so far. */
  returns: number;
  /** Longest wait first. */
  waiting: (() => void)[];
  /** The wait for requests outside runs, shared by all requests. */
  forOthers: Promise<boolean> | undefined;
}

export function createFunds(): Funds {
  const purses = new Map<string, Purse>();
  return {
    pay: async (userId, call) => {
      const purse = purses.get(userId) ?? {
        calls: 0,
        held: 0,
        returns: 0,
        waiting: [],
        forOthers: undefined,
      };
      purses.set(userId, purse);
      purse.calls += 1;
      try {
        return await payFrom(purse, call);
      } finally {
        purse.calls -= 1;
        if (purse.calls === 0) purses.delete(userId);
      }
    },
  };
}

async function payFrom<T>(purse: Purse, call: FundedCall<T>): Promise<T> {
  const { make, isShort, signal } = call;
  const mark = { isHeld: false };
  const onHeld = (): void => {
    mark.isHeld = true;
    purse.held += 1;
    wakeNext(purse); // there may be enough for one more
  };
  // Other holds may have been released a moment ago.
  let mayBeOthers = true;
  try {
    for (let isFirst = true; ; isFirst = false) {
      const returnsBefore = purse.returns;
      try {
        return await make(onHeld);
      } catch (error) {
        if (mark.isHeld || !isShort(error) || signal.aborted) throw error;
        if (purse.returns !== returnsBefore) continue; // money was released during the attempt
        if (purse.held === 0) {
          if (!mayBeOthers) throw error;
          mayBeOthers = await waitForOthers(purse, call);
          continue;
        }
        await takeTurn(purse, isFirst ? 'push' : 'unshift', signal);
      }
    }
  } finally {
    if (mark.isHeld) {
      purse.held -= 1;
      purse.returns += 1;
    }
    wakeNext(purse);
  }
}

function waitForOthers(purse: Purse, call: FundedCall<unknown>): Promise<boolean> {
  purse.forOthers ??= call.waitForOthers().finally(() => {
    purse.forOthers = undefined;
  });
  return purse.forOthers;
}

const wakeNext = ({ waiting }: Purse): void => waiting.shift()?.();

function takeTurn({ waiting }: Purse, place: 'push' | 'unshift', signal: AbortSignal): Promise<void> {
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
