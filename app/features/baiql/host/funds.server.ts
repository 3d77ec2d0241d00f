/**
 * A call's worst case is set aside while it is out, so a person's own calls tie up money that they mostly give back. A
 * call that finds too little waits for those that are out, what they send beside their runs among them; only when none
 * is out is the money truly not there.
 */
export interface Funds {
  /** Makes the call, and again when others have given money back, while it is short and others are out. */
  pay<T>(userId: string, call: FundedCall<T>): Promise<T>;
}

export interface FundedCall<T> {
  /** `onHeld` says that its money is set aside now; when it settles, what is left of that has been given back. */
  make: (onHeld: () => void) => Promise<T>;
  isShort: (error: unknown) => boolean;
  /** Waits a moment while something else of the person's holds money; false, at once, where nothing does. */
  waitForOthers: () => Promise<boolean>;
  /** Ends the wait; the call is then made once more, to say itself that it has been called off. */
  signal: AbortSignal;
}

/** What is known of one person's calls. */
interface Purse {
  /** Those that are made or wait. */
  calls: number;
  /** Those whose money is set aside. */
  held: number;
  /** How often money has come back. */
  returns: number;
  /** Who has waited longest comes first. */
  waiting: (() => void)[];
  /** The wait for what the person sends beside their runs, which all calls share. */
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
  // What held it until a moment ago may have ended since.
  let mayBeOthers = true;
  try {
    for (let isFirst = true; ; isFirst = false) {
      const returnsBefore = purse.returns;
      try {
        return await make(onHeld);
      } catch (error) {
        if (mark.isHeld || !isShort(error) || signal.aborted) throw error;
        if (purse.returns !== returnsBefore) continue; // money came back while it was refused
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
