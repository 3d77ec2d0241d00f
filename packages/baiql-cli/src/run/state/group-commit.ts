import type Database from 'better-sqlite3';

/** Runs a write together with those that come at the same time, in one transaction. Durable when it resolves. */
export type GroupCommit = (write: () => void) => Promise<void>;

interface Waiting {
  readonly write: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Worth waiting for others: a commit takes about as long, and nothing is sent later for it. */
const GATHER_MS = 8;

const ENOUGH = 32;

/** A commit waits for the disk; the replies of all rows that arrive meanwhile share the next one. */
export function createGroupCommit(db: Database.Database): GroupCommit {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const commit = db.transaction((group: readonly Waiting[]) => {
    for (const { write } of group) write();
  });

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (tryCommit(group) !== null) {
      // One of them failed and took the others with it: now each for itself.
      for (const each of group) {
        const error = tryCommit([each]);
        if (error === null) each.resolve();
        else each.reject(error.reason);
      }
      return;
    }
    for (const { resolve } of group) resolve();
  }

  function tryCommit(group: readonly Waiting[]): { reason: unknown } | null {
    try {
      commit.immediate(group);
      return null;
    } catch (reason) {
      return { reason };
    }
  }

  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject });
      if (waiting.length === 1) timer = setTimeout(flush, GATHER_MS);
      else if (waiting.length === ENOUGH) {
        clearTimeout(timer);
        flush();
      }
    });
}
