import type { LogLine, PlainValue, RunProgress } from '../records.js';
import type { RunJob } from '../job.js';
import type { MainPort } from '../worker/main-port.js';
import type { RunMemoStore } from './run-memo.js';
import type { TotalsCounter } from './totals.js';

/** State shared by all batches of a run. */
export interface RunContext {
  readonly main: MainPort;
  readonly job: RunJob;
  readonly memo: RunMemoStore;
  readonly totals: TotalsCounter;
  readonly globals: Map<string, PlainValue>;
  /** Values of SETs outside batches. */
  readonly base: Map<string, PlainValue>;
  readonly assigned: ReadonlySet<string>;
  readonly batches: number;
  /** Virtual paths of the files written by the run's earlier batches. */
  readonly written: Set<string>;
  /** An existing real folder, exclusive to this run. */
  readonly scratchFolder: string;
  log(level: LogLine['level'], text: string): void;
  /** Reports progress, throttled except at the beginning and end of a batch. */
  report(progress: Pick<RunProgress, 'batch' | 'current' | 'total'>, at: 'begin' | 'between' | 'end'): void;
}
