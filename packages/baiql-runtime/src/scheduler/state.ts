import type { AdaptiveLimit } from './adaptive-limit.js';
import type { Pace } from './pace.js';
import type { Attempt, Settled } from './scheduler.js';

/** A request on its way: it waits for its turn, is in flight, or waits to be sent again. */
export interface Job {
  readonly lane: LaneState;
  readonly provider: ProviderState;
  readonly isFirst: boolean;
  readonly attempt: Attempt;
  readonly faults: Map<string, number>;
  attempts: number;
  readonly resolve: (settled: Settled) => void;
  readonly reject: (error: unknown) => void;
}

/** What is known of one run's requests. */
export interface LaneState {
  readonly userId: string;
  parallel: number;
  pace: Pace;
  isClosed: boolean;
  inFlight: number;
  /** Requests whose transaction has begun go before those that begin one. */
  readonly begun: Job[];
  readonly firsts: Job[];
  /** Requests that wait after a fault, with what ends the wait and when. */
  readonly waiting: Map<Job, { readonly untilMs: number; readonly cancel: () => void }>;
  servedAt: number;
}

/** What is known of one provider. */
export interface ProviderState {
  readonly limit: AdaptiveLimit;
  readonly lanes: Set<LaneState>;
  readonly inFlightOfUser: Map<string, number>;
  inFlight: number;
  wakeUp: (() => void) | null;
}
