interface AdmissionQueueOptions {
  /** Requests to start per tick of the event loop. */
  maxPerTick?: number;
  /** How long waiting requests are held back while new ones arrive. */
  maxDelayMs?: number;
}

/** Node accepts one connection per tick and reads its request in the next tick. */
const QUIET_TICKS = 2;

/**
 * Admission queue for bursts. A single request starts at once. Of a burst, only a few start per tick, and none while
 * more arrive, for a few milliseconds at most. Each tick accepts only one connection, so otherwise a health check could
 * wait behind hundreds of requests. Requests whose client has disconnected are dropped.
 */
export function createAdmissionQueue({ maxPerTick = 4, maxDelayMs = 20 }: AdmissionQueueOptions = {}): (
  begin: () => void,
  isGone?: () => boolean,
) => void {
  let waiting: { begin: () => void; isGone?: (() => boolean) | undefined }[] = [];
  let isWatching = false;
  let hasArrived = false;
  let quietTicks = 0;
  let lastStartMs = 0;

  function tick(): void {
    quietTicks = hasArrived ? 0 : quietTicks + 1;
    hasArrived = false;
    const isQuiet = quietTicks >= QUIET_TICKS;
    if (isQuiet && waiting.length === 0) {
      isWatching = false;
      return;
    }
    setImmediate(tick);
    if (!isQuiet && performance.now() - lastStartMs < maxDelayMs) return;
    waiting = waiting.filter(({ isGone }) => isGone?.() !== true);
    for (const { begin } of waiting.splice(0, maxPerTick)) begin();
    lastStartMs = performance.now();
  }

  return (begin, isGone) => {
    hasArrived = true;
    if (isWatching) {
      waiting.push({ begin, isGone });
      return;
    }
    isWatching = true;
    setImmediate(tick);
    begin();
    lastStartMs = performance.now();
  };
}
