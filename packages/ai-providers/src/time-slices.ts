/** Milliseconds per tick of the event loop for all CPU-bound text work together. */
const MAX_MS_PER_TICK = 6;

let spentMs = 0;
let isCounting = false;
let queue: Promise<void> = Promise.resolve();

/**
 * Runs one slice of CPU-bound work: now if this tick has time left, else in a later tick. A slice is small (about 4,000
 * characters); concurrent texts share the budget.
 */
export async function runInSlice<T>(work: () => T): Promise<T> {
  while (spentMs > MAX_MS_PER_TICK) await (queue = queue.then(nextTurn));
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
