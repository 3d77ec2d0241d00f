import { PROGRESS_INTERVAL_MS } from '../host.js';
import type { EstimateProgress } from '../job.js';
import type { CountRows } from '../sources/index.js';

/** Reports the progress of an estimate. */
export interface EstimateReport {
  /** Adds this many counted rows. */
  readonly counted: CountRows;
  /** Adds this many transactions still to be examined. */
  addExpected(transactions: number): void;
  addExamined(): void;
}

/** Throttled: rows are counted by the million. */
export function createEstimateReport(
  tell: (progress: EstimateProgress) => void,
  nowMs: () => number = () => performance.now(),
): EstimateReport {
  let rows = 0;
  let transactions = 0;
  let current = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let phase: EstimateProgress['phase'] = 'counting';

  function report(now: EstimateProgress): void {
    if (now.phase === phase && nowMs() < toldAtMs + PROGRESS_INTERVAL_MS) return;
    ({ phase } = now);
    toldAtMs = nowMs();
    tell(now);
  }

  return {
    counted(more) {
      rows += more;
      report({ phase: 'counting', current: rows, total: null });
    },
    addExpected(more) {
      transactions += more;
      report({ phase: 'reading', current, total: transactions });
    },
    addExamined() {
      current += 1;
      report({ phase: 'reading', current, total: transactions });
    },
  };
}
