/** A semaphore with a total limit, a limit per user, and fair turns between users. */
export interface Slots {
  /** Resolves with a release function once a slot is free, or with null if the signal aborts first. */
  acquire(userId: string, signal: AbortSignal): Promise<(() => void) | null>;
}

export interface SlotsOptions {
  readonly most: number;
  readonly maxPerUser: number;
}

interface Waiting {
  readonly userId: string;
  readonly enter: () => void;
}

export function createSlots({ most, maxPerUser }: SlotsOptions): Slots {
  const running = new Map<string, number>();
  let count = 0;
  let waiting: Waiting[] = [];

  function next(): void {
    while (count < most) {
      // The user with the fewest runs; ties go to the longest wait.
      let best: Waiting | null = null;
      for (const each of waiting) {
        const runs = runsOf(each.userId);
        if (runs < maxPerUser && (best === null || runs < runsOf(best.userId))) best = each;
      }
      if (best === null) return;
      const chosen = best;
      waiting = waiting.filter((each) => each !== chosen);
      chosen.enter();
    }
  }

  function runsOf(userId: string): number {
    return running.get(userId) ?? 0;
  }

  function change(userId: string, by: 1 | -1): void {
    count += by;
    const runs = runsOf(userId) + by;
    if (runs === 0) running.delete(userId);
    else running.set(userId, runs);
  }

  return {
    acquire(userId, signal) {
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting = waiting.filter((each) => each !== place);
          resolve(null);
        };
        const place: Waiting = {
          userId,
          enter() {
            signal.removeEventListener('abort', leave);
            change(userId, 1);
            let hasLeft = false;
            resolve(() => {
              if (hasLeft) return;
              hasLeft = true;
              change(userId, -1);
              next();
            });
          },
        };
        if (signal.aborted) {
          resolve(null);
          return;
        }
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(place);
        next();
      });
    },
  };
}
