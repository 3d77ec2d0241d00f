import type { ResultPlace, RunMemo } from '../records.js';

/** The run's memo, and one save at a time: what changes while a save is under way goes into the next. */
export interface MemoKeeper {
  readonly current: RunMemo;
  /** Durable when it resolves. */
  change(change: Partial<RunMemo>): Promise<void>;
  /** The results of these transactions are durable: which of their RUNs failed is part of them now. */
  forgetFailures(results: readonly ResultPlace[]): void;
}

export function keepMemo(initial: RunMemo, save: (memo: RunMemo) => Promise<void>): MemoKeeper {
  let current = initial;
  let saving: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function saveAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    next = null;
    saving = save(current);
    await saving;
  }

  return {
    get current() {
      return current;
    },
    change(change) {
      current = { ...current, ...change };
      next ??= saveAfter(saving);
      return next;
    },
    forgetFailures(results) {
      const failed = Object.entries(current.failedRuns);
      if (failed.length === 0) return;
      const durable = new Set(results.map(({ batch, number }) => `${batch}/${number}`));
      // A key begins with `execution/batch/transaction`.
      const isOpen = (key: string): boolean => !durable.has(key.split('/').slice(1, 3).join('/'));
      current = { ...current, failedRuns: Object.fromEntries(failed.filter(([key]) => isOpen(key))) };
    },
  };
}

export function newMemo(startedAtMs: number): RunMemo {
  return { version: 2, startedAtMs, sources: {}, optimized: {}, written: {}, failedRuns: {}, globals: {} };
}
