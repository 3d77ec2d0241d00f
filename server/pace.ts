interface PaceOptions {
  /** Requests that begin in one turn of the event loop. */
  mostATurn?: number;
  /** How long those that wait stand back while further ones come in. */
  mostAsideMs?: number;
}

/** The event loop accepts one connection a turn, and reads its request in the turn after it. */
const QUIET_TURNS = 2;

/**
 * A request that comes alone begins at once. Of those that come together few begin in one turn of the event loop, and
 * none while further ones arrive, for some milliseconds at most: each turn lets only one connection in, and whoever asks
 * whether the server is well may stand behind hundreds of them. Those whose sender has gone meanwhile do not begin.
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
