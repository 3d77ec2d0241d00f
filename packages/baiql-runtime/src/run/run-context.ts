import type { LogLine, PlainValue, RunProgress } from '../records.js';
import type { RunJob } from '../job.js';
import type { MainPort } from '../worker/main-port.js';
import type { MemoKeeper } from './run-memo.js';
import type { TotalsKeeper } from './totals.js';

/** What all batches of a run share. */
export interface RunContext {
  readonly main: MainPort;
  readonly job: RunJob;
  readonly memo: MemoKeeper;
  readonly totals: TotalsKeeper;
  readonly globals: Map<string, PlainValue>;
  /** Values of SETs outside of batches. */
  readonly base: Map<string, PlainValue>;
  readonly assigned: ReadonlySet<string>;
  readonly batches: number;
  /** What the run's earlier batches have written, as virtual paths. */
  readonly written: Set<string>;
  /** An existing real folder, of this run alone. */
  readonly scratchFolder: string;
  log(level: LogLine['level'], text: string): void;
  /** Says where the run stands: not too often, but at the beginning and the end of a batch in any case. */
  report(progress: Pick<RunProgress, 'batch' | 'current' | 'total'>, at: 'begin' | 'between' | 'end'): void;
}
