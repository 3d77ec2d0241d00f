import type { CompletionOutcome } from '../host.js';
import { AdaptiveLimit } from './adaptive-limit.js';
import { chooseNext } from './choose-next.js';
import { RateLimiter } from './rate-limiter.js';
import type { Job, QueueState, ProviderState } from './state.js';
import { realTimers, type Timers } from './timers.js';
import { waitBefore } from './waits.js';

export interface SchedulerOptions {
  readonly timers?: Timers;
  /** Returns a number between 0 and 1. */
  readonly random?: () => number;
  /** Maximum requests in flight per provider, over all runs. */
  readonly maxPerProvider?: number;
}

export interface QueueSettings {
  /** LIMIT: transactions per minute; null for no limit. */
  readonly perMinute: number | null;
  /** Requests of this queue in flight. */
  readonly parallel: number;
}

/** One attempt of a request; `attempt` counts from 1. Calling `received` frees its slot before the promise settles. */
export type Attempt = (attempt: number, received: () => void) => Promise<CompletionOutcome>;

/** The final outcome of a request, after all retries. */
export type Settled =
  | Exclude<CompletionOutcome, { kind: 'retryable' } | { kind: 'final' }>
  | { readonly kind: 'failed'; readonly message: string };

/** The requests of one run. */
export interface UserQueue {
  /** Sends a request when it is due, with retries of transient failures. Never rejects unless `attempt` does. */
  send(provider: string, isFirst: boolean, attempt: Attempt): Promise<Settled>;
  /** Takes effect for the next batch. */
  adjust(settings: QueueSettings): void;
  /** Stops sending: waiting requests end as `cancelled`; those in flight finish. */
  close(): void;
  readonly inFlight: number;
  /** When the wait requested by providers ends, if it affects everything this queue has to send; null otherwise. */
  readonly waitingUntilMs: number | null;
}

/** Schedules the requests of all runs: order, concurrency, rate, and retry delays. */
export interface Scheduler {
  openQueue(userId: string, settings: QueueSettings): UserQueue;
}

const DEFAULT_MAX_PER_PROVIDER = 64;

/**
 * A request waits (`enqueue`) until `dispatch` selects it, is sent (`sendNow`), and settles: it is done, or waits for a
 * delay (`waitAndRetry`) and then for its turn again. Each request that ends frees its slot.
 */
export function createScheduler(options: SchedulerOptions = {}): Scheduler {
  const { timers = realTimers, random = Math.random, maxPerProvider = DEFAULT_MAX_PER_PROVIDER } = options;
  const providers = new Map<string, ProviderState>();
  let served = 0;

  function providerOf(name: string): ProviderState {
    const known = providers.get(name);
    if (known !== undefined) return known;
    const made: ProviderState = {
      limit: new AdaptiveLimit(maxPerProvider),
      lanes: new Set(),
      inFlightOfUser: new Map(),
      inFlight: 0,
      wakeUp: null,
    };
    providers.set(name, made);
    return made;
  }

  function enqueue(job: Job): void {
    if (job.lane.isClosed) {
      job.resolve({ kind: 'cancelled' });
      return;
    }
    (job.isFirst && job.attempts === 0 ? job.lane.firsts : job.lane.begun).push(job);
    job.provider.lanes.add(job.lane);
    dispatch(job.provider);
  }

  /** Sends everything due now, and sets a timer for what is due later. */
  function dispatch(provider: ProviderState): void {
    provider.wakeUp?.();
    provider.wakeUp = null;
    while (provider.lanes.size > 0 && provider.inFlight < provider.limit.current) {
      const nowMs = timers.nowMs();
      const { job, laterMs } = chooseNext(provider, nowMs);
      if (job === null) {
        if (Number.isFinite(laterMs)) {
          provider.wakeUp = timers.after(Math.max(0, laterMs - nowMs), () => {
            provider.wakeUp = null;
            dispatch(provider);
          });
        }
        return;
      }
      void sendNow(job, nowMs);
    }
  }

  async function sendNow(job: Job, nowMs: number): Promise<void> {
    const { lane, provider } = job;
    if (job.isFirst && job.attempts === 0) lane.pace.take(nowMs);
    served += 1;
    lane.servedAt = served;
    job.attempts += 1;
    countInFlight(job, 1);
    let holdsSlot = true;
    const releaseSlot = (): void => {
      if (!holdsSlot) return;
      holdsSlot = false;
      countInFlight(job, -1);
      dispatchAll(lane, provider);
    };
    try {
      const answer = await job.attempt(job.attempts, releaseSlot);
      // Update the provider's state before the next request is chosen.
      settle(job, answer, nowMs);
    } catch (error) {
      job.reject(error);
    }
    releaseSlot();
  }

  function settle(job: Job, answer: CompletionOutcome, sentAtMs: number): void {
    switch (answer.kind) {
      case 'reply':
        // A stored reply says nothing about the provider.
        if (!answer.replayed && answer.savedMicroUsd === undefined) job.provider.limit.succeeded();
        job.resolve(answer);
        return;
      case 'final':
        job.resolve({ kind: 'failed', message: answer.message });
        return;
      case 'stop':
      case 'cancelled':
        job.resolve(answer);
        return;
      case 'retryable':
        waitAndRetry(job, answer, sentAtMs);
        return;
    }
  }

  function waitAndRetry(
    job: Job,
    { fault, message, waitMs: askedMs }: Extract<CompletionOutcome, { kind: 'retryable' }>,
    sentAtMs: number,
  ): void {
    const times = (job.faults.get(fault) ?? 0) + 1;
    job.faults.set(fault, times);
    const nowMs = timers.nowMs();
    const waitMs = waitBefore(fault, times, askedMs, random());
    if (fault === 'rate-limit') job.provider.limit.refused(sentAtMs, nowMs, askedMs ?? waitMs ?? 0);
    if (waitMs === null) {
      job.resolve({ kind: 'failed', message: `${message} (Tried ${job.attempts} times.)` });
      return;
    }
    if (job.lane.isClosed) {
      job.resolve({ kind: 'cancelled' });
      return;
    }
    const cancel = timers.after(waitMs, () => {
      job.lane.waiting.delete(job);
      enqueue(job);
    });
    job.lane.waiting.set(job, { untilMs: nowMs + waitMs, cancel });
  }

  function countInFlight({ lane, provider }: Job, change: 1 | -1): void {
    lane.inFlight += change;
    provider.inFlight += change;
    const ofUser = (provider.inFlightOfUser.get(lane.userId) ?? 0) + change;
    if (ofUser === 0) provider.inFlightOfUser.delete(lane.userId);
    else provider.inFlightOfUser.set(lane.userId, ofUser);
  }

  /** A queue may have requests for several providers, and may have been held back by its own limit. */
  function dispatchAll(lane: QueueState, first: ProviderState): void {
    dispatch(first);
    for (const provider of providers.values()) {
      if (provider !== first && provider.lanes.has(lane)) dispatch(provider);
    }
  }

  function close(lane: QueueState): void {
    lane.isClosed = true;
    const left = [...lane.begun.splice(0), ...lane.firsts.splice(0), ...lane.waiting.keys()];
    for (const { cancel } of lane.waiting.values()) cancel();
    lane.waiting.clear();
    for (const provider of providers.values()) provider.lanes.delete(lane);
    for (const job of left) job.resolve({ kind: 'cancelled' });
  }

  return {
    openQueue(userId, { perMinute, parallel }) {
      const lane: QueueState = {
        userId,
        parallel,
        pace: new RateLimiter(perMinute),
        isClosed: false,
        inFlight: 0,
        begun: [],
        firsts: [],
        waiting: new Map(),
        servedAt: 0,
      };
      return {
        send: (provider, isFirst, attempt) =>
          new Promise<Settled>((resolve, reject) => {
            const to = providerOf(provider);
            enqueue({
              lane,
              provider: to,
              isFirst,
              attempt,
              faults: new Map(),
              attempts: 0,
              resolve,
              reject,
            });
          }),
        adjust(settings) {
          lane.parallel = settings.parallel;
          lane.pace = new RateLimiter(settings.perMinute);
        },
        close: () => {
          close(lane);
        },
        get inFlight() {
          return lane.inFlight;
        },
        get waitingUntilMs() {
          if (lane.inFlight > 0 || lane.waiting.size === 0) return null;
          let soonestMs = Number.POSITIVE_INFINITY;
          for (const { untilMs } of lane.waiting.values()) soonestMs = Math.min(soonestMs, untilMs);
          return soonestMs;
        },
      };
    },
  };
}
