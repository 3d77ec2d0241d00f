interface PaceOptions {
  /** Requests to start per tick of the event loop. */
  mostATurn?: number;
  /** How long waiting requests are held back while new ones arrive. */
  mostAsideMs?: number;
}

/** Node accepts one connection per tick and reads its request in the next tick. */
const QUIET_TURNS = 2;

/**
 * Admission queue for bursts. A single request starts at once. Of a burst, only a few start per tick, and none while
 * more arrive, for a few milliseconds at most. Each tick accepts only one connection, so otherwise a health check could
 * wait behind hundreds of requests. Requests whose client has disconnected are dropped.
 */
export function createPace({ mostATurn = 4, mostAsideMs = 20 }: PaceOptions = {}): (
  begin: () => void,
  isGone?: () => boolean,
) => void {
  let waiting: { begin: () => void; isGone?: (() => boolean) | undefined }[] = [];
  let isWatching = false;
  let hasArrived = false;
  let quietTurns = 0;
  let asideSinceMs = 0;

  function turn(): void {
    quietTurns = hasArrived ? 0 : quietTurns + 1;
    hasArrived = false;
    const isQuiet = quietTurns >= QUIET_TURNS;
    if (isQuiet && waiting.length === 0) {
      isWatching = false;
      return;
    }
    setImmediate(turn);
    if (!isQuiet && performance.now() - asideSinceMs < mostAsideMs) return;
    waiting = waiting.filter(({ isGone }) => isGone?.() !== true);
    for (const { begin } of waiting.splice(0, mostATurn)) begin();
    asideSinceMs = performance.now();
  }

  return (begin, isGone) => {
    hasArrived = true;
    if (isWatching) {
      waiting.push({ begin, isGone });
      return;
    }
    isWatching = true;
    setImmediate(turn);
    begin();
    asideSinceMs = performance.now();
  };
}
