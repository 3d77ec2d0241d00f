import type { AdaptiveLimit } from './adaptive-limit.js';
import type { RateLimiter } from './rate-limiter.js';
import type { Attempt, Settled } from './scheduler.js';

/** A pending request: queued, in flight, or waiting for a retry. */
export interface Job {
  readonly lane: QueueState;
  readonly provider: ProviderState;
  readonly isFirst: boolean;
  readonly attempt: Attempt;
  readonly faults: Map<string, number>;
  attempts: number;
  readonly resolve: (settled: Settled) => void;
  readonly reject: (error: unknown) => void;
}

/** The state of one run's requests. */
export interface QueueState {
  readonly userId: string;
  parallel: number;
  pace: RateLimiter;
  isClosed: boolean;
  inFlight: number;
  /** Requests of transactions in progress precede first requests. */
  readonly begun: Job[];
  readonly firsts: Job[];
  /** Requests waiting for a retry, with the function that ends the wait and its time. */
  readonly waiting: Map<Job, { readonly untilMs: number; readonly cancel: () => void }>;
  servedAt: number;
}

/** The state of one provider. */
export interface ProviderState {
  readonly limit: AdaptiveLimit;
  readonly lanes: Set<QueueState>;
  readonly inFlightOfUser: Map<string, number>;
  inFlight: number;
  wakeUp: (() => void) | null;
}
