/** Time as the scheduler sees it, so that tests can turn the clock themselves. */
export interface Timers {
  /** Milliseconds that never go backwards. */
  nowMs(): number;
  /** Calls once after a while; the answer calls it off. */
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
