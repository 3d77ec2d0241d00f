import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderFailure, type AiProvider, type Call, type CallEvent } from '../contract.js';
import type { KeyHealth } from './key-health.js';

/** One key of a provider, and what is known of it. */
export interface Lane {
  provider: AiProvider;
  health: KeyHealth;
}

export interface Patience {
  /** Requests of one call, unless the provider has more keys than that. */
  maxTries: number;
  /** No further request begins later than this. 0: each failure is handed on as it comes. */
  maxWaitMs: number;
  /** Before the second request; doubled before each further one. */
  firstWaitMs: number;
}

export const DEFAULT_PATIENCE: Patience = { maxTries: 3, maxWaitMs: 20_000, firstWaitMs: 400 };

/** Statuses by which a vendor says that it has not begun to work on a request. */
const NOT_BEGUN: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
/** Failures that say that a model cannot be reached now. A rate limit is none: the key rests instead. */
const OPENS_CIRCUIT: ReadonlySet<string> = new Set([
  'overloaded',
  'timed_out',
  'connection_lost',
  'bad_answer',
]);

/**
 * One provider over its keys: uses them in turn, and repeats a request that the vendor has not begun to work on, with the
 * next key where there is one. Only before the first event of an answer, so that nothing is paid twice.
 */
export function createSteadyProvider(
  lanes: readonly Lane[],
  patience: Patience = DEFAULT_PATIENCE,
): AiProvider {
  let turn = 0;
  // A caller that counts its tries itself waits by itself as well.
  const isTriedOnce = (call: Call): boolean => call.retries === false || patience.maxWaitMs === 0;

  /** Awake keys come first, those least used by this call before others; a key that rests is better than none. */
  function lanesInOrder(tries: ReadonlyMap<Lane, number>): Lane[] {
    const inTurn = [...lanes.slice(turn), ...lanes.slice(0, turn)];
    const rank = (lane: Lane): number =>
      (tries.get(lane) ?? 0) * 2 + (lane.health.state.state === 'resting' ? 1 : 0);
    return inTurn.sort((a, b) => rank(a) - rank(b));
  }

  function choose(call: Call, tries: ReadonlyMap<Lane, number>): Lane | { waitMs: number } {
    let waitMs = Number.POSITIVE_INFINITY;
    for (const lane of lanesInOrder(tries)) {
      const laneWaitMs = isTriedOnce(call) ? 0 : lane.health.circuit(call.model).admit();
      if (laneWaitMs === 0) return lane;
      waitMs = Math.min(waitMs, laneWaitMs);
    }
    return { waitMs };
  }

  /** The answer once its first event is there. */
  async function begin(
    call: Call,
  ): Promise<{ events: AsyncIterator<CallEvent>; first: IteratorResult<CallEvent> }> {
    const tries = new Map<Lane, number>();
    const startedMs = performance.now();
    const maxTries = isTriedOnce(call) ? 1 : Math.max(patience.maxTries, lanes.length);
    let failure: ProviderFailure | undefined;
    const failed = new Map<Lane, ProviderFailure>();
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

  /** Undefined: what happened must not be repeated. */
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

/** Nobody has worked on the request, so it may go to another model: it is refused for now, or has not arrived. */
export const hasNotBegun = (failure: ProviderFailure): boolean =>
  failure.certain &&
  failure.received === undefined &&
  (isRepeatable(failure) ||
    failure.kind === 'unauthorised' ||
    failure.kind === 'model_gone' ||
    (failure.kind === 'overloaded' && !failure.sent));

/** The vendor has not begun, or nothing has reached it. */
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

/** An aborted wait ends at once; the request that follows then ends as one that was stopped before it was sent. */
async function sleepUnlessAborted(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (waitMs === 0) return;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
}

/** Hands the events of an answer on as they are: a generator in between would cost each of them a turn. */
function iterate(
  begin: () => Promise<{ events: AsyncIterator<CallEvent>; first: IteratorResult<CallEvent> }>,
): AsyncIterator<CallEvent> {
  let events: AsyncIterator<CallEvent> | undefined;
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
