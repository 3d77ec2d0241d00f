import type { Job, LaneState, ProviderState } from './state.js';

/** The next request to send, or when to look again (infinity: when something changes). */
export interface Choice {
  readonly job: Job | null;
  readonly laterMs: number;
}

/**
 * Whose turn it is at a provider: the user with the fewest requests in flight there, of equals the one who was served
 * longest ago; of a user's runs likewise. So a user with three rows is served at once beside one with ten thousand.
 */
export function chooseNext(provider: ProviderState, nowMs: number): Choice {
  if (provider.limit.pausedUntilMs > nowMs) {
    return {
      job: null,
      laterMs: provider.lanes.size > 0 ? provider.limit.pausedUntilMs : Number.POSITIVE_INFINITY,
    };
  }
  let best: LaneState | null = null;
  let laterMs = Number.POSITIVE_INFINITY;
  for (const lane of provider.lanes) {
    const readyAtMs = readyAt(lane, provider);
    if (readyAtMs > nowMs) laterMs = Math.min(laterMs, readyAtMs);
    else if (best === null || isBefore(provider, lane, best)) best = lane;
  }
  if (best === null) return { job: null, laterMs };
  return { job: takeFrom(best, provider), laterMs };
}

/** When the lane has something that may be sent to this provider; infinity when it has not. */
function readyAt(lane: LaneState, provider: ProviderState): number {
  if (lane.inFlight >= lane.parallel) return Number.POSITIVE_INFINITY;
  if (lane.begun.some((job) => job.provider === provider)) return Number.NEGATIVE_INFINITY;
  if (lane.firsts.some((job) => job.provider === provider)) return lane.pace.nextAtMs;
  provider.lanes.delete(lane);
  return Number.POSITIVE_INFINITY;
}

function isBefore(provider: ProviderState, lane: LaneState, other: LaneState): boolean {
  const ofUser = provider.inFlightOfUser.get(lane.userId) ?? 0;
  const ofOther = provider.inFlightOfUser.get(other.userId) ?? 0;
  if (ofUser !== ofOther) return ofUser < ofOther;
  if (lane.userId === other.userId && lane.inFlight !== other.inFlight) return lane.inFlight < other.inFlight;
  return lane.servedAt < other.servedAt;
}

function takeFrom(lane: LaneState, provider: ProviderState): Job | null {
  for (const queue of [lane.begun, lane.firsts]) {
    const at = queue.findIndex((job) => job.provider === provider);
    if (at >= 0) return queue.splice(at, 1)[0] ?? null;
  }
  return null;
}
