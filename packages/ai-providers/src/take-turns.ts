/** All work that grows with a text may hold the event loop for so long, together, before everything else has its turn. */
const MOST_MS_A_TURN = 6;

let spentMs = 0;
let isCounting = false;
let queue: Promise<void> = Promise.resolve();

/**
 * Runs one slice of a work that others should not have to wait for: at once while this turn of the event loop has time
 * left, else in a turn of its own. A slice is small (some 4,000 characters); many texts at once share the same turns.
 */
export async function inTurn<T>(work: () => T): Promise<T> {
  while (spentMs > MOST_MS_A_TURN) await (queue = queue.then(nextTurn));
  const beganMs = performance.now();
  try {
    return work();
  } finally {
    spentMs += performance.now() - beganMs;
    startNextCount();
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function startNextCount(): void {
  if (isCounting) return;
  isCounting = true;
  setImmediate(() => {
    spentMs = 0;
    isCounting = false;
  });
}
