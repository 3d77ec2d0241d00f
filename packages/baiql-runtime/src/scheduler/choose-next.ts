import type { Job, QueueState, ProviderState } from './state.js';

/** The next request to send, or when to look again (infinity: on the next change). */
export interface Choice {
  readonly job: Job | null;
  readonly laterMs: number;
}

/**
 * The next user at a provider: the one with the fewest requests in flight there, then the one served longest ago; the
 * same among a user's runs. So a user with three rows is served at once beside one with ten thousand.
 */
export function chooseNext(provider: ProviderState, nowMs: number): Choice {
  if (provider.limit.pausedUntilMs > nowMs) {
    return {
      job: null,
      laterMs: provider.lanes.size > 0 ? provider.limit.pausedUntilMs : Number.POSITIVE_INFINITY,
    };
  }
  let best: QueueState | null = null;
  let laterMs = Number.POSITIVE_INFINITY;
  for (const lane of provider.lanes) {
    const readyAtMs = readyAt(lane, provider);
    if (readyAtMs > nowMs) laterMs = Math.min(laterMs, readyAtMs);
    else if (best === null || isBefore(provider, lane, best)) best = lane;
  }
  if (best === null) return { job: null, laterMs };
  return { job: takeFrom(best, provider), laterMs };
}

/** When this queue has something to send to this provider; infinity if nothing. */
function readyAt(lane: QueueState, provider: ProviderState): number {
  if (lane.inFlight >= lane.parallel) return Number.POSITIVE_INFINITY;
  if (lane.begun.some((job) => job.provider === provider)) return Number.NEGATIVE_INFINITY;
  if (lane.firsts.some((job) => job.provider === provider)) return lane.pace.nextAtMs;
  provider.lanes.delete(lane);
  return Number.POSITIVE_INFINITY;
}

function isBefore(provider: ProviderState, lane: QueueState, other: QueueState): boolean {
  const ofUser = provider.inFlightOfUser.get(lane.userId) ?? 0;
  const ofOther = provider.inFlightOfUser.get(other.userId) ?? 0;
  if (ofUser !== ofOther) return ofUser < ofOther;
  if (lane.userId === other.userId && lane.inFlight !== other.inFlight) return lane.inFlight < other.inFlight;
  return lane.servedAt < other.servedAt;
}

function takeFrom(lane: QueueState, provider: ProviderState): Job | null {
  for (const queue of [lane.begun, lane.firsts]) {
    const at = queue.findIndex((job) => job.provider === provider);
    if (at >= 0) return queue.splice(at, 1)[0] ?? null;
  }
  return null;
}
