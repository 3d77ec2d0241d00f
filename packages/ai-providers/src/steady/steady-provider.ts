import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderFailure, type AiProvider, type ProviderRequest, type ProviderEvent } from '../contract.js';
import type { KeyHealth } from './key-health.js';

/** A key of a provider and its state. */
export interface KeyedProvider {
  provider: AiProvider;
  health: KeyHealth;
}

export interface RetryPolicy {
  /** Attempts per request, or as many as the provider has keys. */
  maxTries: number;
  /** No attempt begins later than this. 0 disables retries. */
  maxWaitMs: number;
  /** Delay before the second attempt; doubled before each further one. */
  firstWaitMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxTries: 3, maxWaitMs: 20_000, firstWaitMs: 400 };

/** Statuses that mean the vendor hasn't begun to process a request. */
const NOT_BEGUN: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
/** Failures that mean a model is unreachable. Not a rate limit, which pauses the key instead. */
const OPENS_CIRCUIT: ReadonlySet<string> = new Set([
  'overloaded',
  'timed_out',
  'connection_lost',
  'bad_answer',
]);

/**
 * A provider with several keys: rotates them and retries requests that the vendor hasn't begun to process, with the
 * next key if there is one. Only before the first event of a response, so that nothing is paid twice.
 */
export function createSteadyProvider(
  lanes: readonly KeyedProvider[],
  patience: RetryPolicy = DEFAULT_RETRY_POLICY,
): AiProvider {
  let turn = 0;
  // A caller that retries by itself also waits by itself.
  const isTriedOnce = (call: ProviderRequest): boolean => call.retries === false || patience.maxWaitMs === 0;

  /** Available keys come first, then those used least by this request; a paused key is better than none. */
  function lanesInOrder(tries: ReadonlyMap<KeyedProvider, number>): KeyedProvider[] {
    const runInSlice = [...lanes.slice(turn), ...lanes.slice(0, turn)];
    const rank = (lane: KeyedProvider): number =>
      (tries.get(lane) ?? 0) * 2 + (lane.health.state.state === 'resting' ? 1 : 0);
    return runInSlice.sort((a, b) => rank(a) - rank(b));
  }

  function choose(
    call: ProviderRequest,
    tries: ReadonlyMap<KeyedProvider, number>,
  ): KeyedProvider | { waitMs: number } {
    let waitMs = Number.POSITIVE_INFINITY;
    for (const lane of lanesInOrder(tries)) {
      const laneWaitMs = isTriedOnce(call) ? 0 : lane.health.circuit(call.model).admit();
      if (laneWaitMs === 0) return lane;
      waitMs = Math.min(waitMs, laneWaitMs);
    }
    return { waitMs };
  }

  /** Resolves with the stream once its first event has arrived. */
  async function begin(
    call: ProviderRequest,
  ): Promise<{ events: AsyncIterator<ProviderEvent>; first: IteratorResult<ProviderEvent> }> {
    const tries = new Map<KeyedProvider, number>();
    const startedMs = performance.now();
    const maxTries = isTriedOnce(call) ? 1 : Math.max(patience.maxTries, lanes.length);
    let failure: ProviderFailure | undefined;
    const failed = new Map<KeyedProvider, ProviderFailure>();
    try {
      for (let count = 1; ; count++) {
        const lane = choose(call, tries);
        if ('waitMs' in lane) throw failure ?? circuitOpen(lane.waitMs);
        tries.set(lane, (tries.get(lane) ?? 0) + 1);
        if (count === 1) turn = (turn + 1) % lanes.length;
        const events = lane.provider.stream(call)[Symbol.asyncIterator]();
        try {
          const first = await events.next();
          failed.delete(lane);
          lane.health.markAnswered(call.model);
          return { events, first };
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error;
          failure = error;
          failed.set(lane, failure);
          lane.health.restAfter(failure);
          const hasOther = tries.size < lanes.length;
          const waitMs = waitBefore(failure, count, hasOther);
          const isLate = performance.now() - startedMs + (waitMs ?? 0) > patience.maxWaitMs;
          if (waitMs === undefined || count >= maxTries || isLate) throw failure;
          await sleepUnlessAborted(waitMs, call.signal);
        }
      }
    } finally {
      for (const [lane, { kind }] of failed)
        if (OPENS_CIRCUIT.has(kind)) lane.health.circuit(call.model).record(true);
    }
  }

  /** Undefined if the request must not be repeated. */
  function waitBefore(failure: ProviderFailure, count: number, hasOther: boolean): number | undefined {
    const isOfKey = failure.kind === 'rate_limited' || failure.kind === 'unauthorised';
    if (failure.certain && isOfKey && hasOther) return 0;
    if (!isRepeatable(failure)) return undefined;
    const backOffMs = patience.firstWaitMs * 2 ** (count - 1) * (0.5 + Math.random());
    return Math.max(backOffMs, failure.retryAfterMs ?? 0);
  }

  return {
    stream: (call) => ({ [Symbol.asyncIterator]: () => iterate(() => begin(call)) }),
    async listModels() {
      for (const [index, { provider }] of lanesInOrder(new Map()).entries()) {
        try {
          return await provider.listModels();
        } catch (error) {
          const isOfKey = error instanceof ProviderFailure && error.kind === 'unauthorised';
          if (!isOfKey || index === lanes.length - 1) throw error;
        }
      }
      return [];
    },
  };
}

/** The request wasn't processed, so it may go to another model: it was rejected for now or never arrived. */
export const hasNotBegun = (failure: ProviderFailure): boolean =>
  failure.certain &&
  failure.received === undefined &&
  (isRepeatable(failure) ||
    failure.kind === 'unauthorised' ||
    failure.kind === 'model_gone' ||
    (failure.kind === 'overloaded' && !failure.sent));

/** The vendor hasn't begun, or the request never arrived. */
const isRepeatable = ({ kind, status, sent, certain }: ProviderFailure): boolean =>
  certain &&
  kind !== 'unauthorised' &&
  (NOT_BEGUN.has(status) || (!sent && (kind === 'connection_lost' || kind === 'timed_out')));

const circuitOpen = (waitMs: number): ProviderFailure =>
  new ProviderFailure({
    kind: 'overloaded',
    message: 'The provider hasn’t answered lately. It is asked again every few seconds.',
    sent: false,
    certain: true,
    retryAfterMs: waitMs,
    vendorCode: 'circuit_open',
  });

/** An abort ends the wait; the next attempt then ends as aborted before sending. */
async function sleepUnlessAborted(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (waitMs === 0) return;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
}

/** Passes events through unchanged: an intermediate generator would cost a tick per event. */
function iterate(
  begin: () => Promise<{ events: AsyncIterator<ProviderEvent>; first: IteratorResult<ProviderEvent> }>,
): AsyncIterator<ProviderEvent> {
  let events: AsyncIterator<ProviderEvent> | undefined;
  return {
    async next() {
      if (events) return events.next();
      const begun = await begin();
      events = begun.events;
      return begun.first;
    },
    return: async () => (await events?.return?.()) ?? { done: true, value: undefined },
  };
}
