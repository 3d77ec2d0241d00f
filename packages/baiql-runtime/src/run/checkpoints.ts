import { CHECKPOINT_INTERVAL_MS } from '../host.js';
import type { TransactionResult } from '../records.js';

/** Gathers results and hands them over in groups, one group at a time. */
export interface Checkpoints {
  add(result: TransactionResult): void;
  /** All results that were added are durable when it resolves. @throws what keeping them has thrown. */
  flush(): Promise<void>;
}

const GROUP = 500;

export function createCheckpoints(
  keep: (results: readonly TransactionResult[]) => Promise<void>,
  onFailure: (error: unknown) => void,
): Checkpoints {
  let gathered: TransactionResult[] = [];
  let timer: NodeJS.Timeout | null = null;
  let keeping: Promise<void> = Promise.resolve();

  function handOver(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (gathered.length === 0) return keeping;
    const group = gathered;
    gathered = [];
    keeping = keeping.then(() => keep(group));
    keeping.catch(onFailure);
    return keeping;
  }

  return {
    add(result) {
      gathered.push(result);
      if (gathered.length >= GROUP) void handOver().catch(() => undefined);
      timer ??= setTimeout(() => void handOver().catch(() => undefined), CHECKPOINT_INTERVAL_MS);
    },
    flush: () => handOver(),
  };
}
