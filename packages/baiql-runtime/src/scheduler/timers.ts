/** Time source of the scheduler, replaceable in tests. */
export interface Timers {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Calls back once after a delay; returns a function that cancels it. */
  after(delayMs: number, call: () => void): () => void;
}

export const realTimers: Timers = {
  nowMs: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};
