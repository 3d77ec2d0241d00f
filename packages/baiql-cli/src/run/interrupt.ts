/** Handles stop signals: the first ends the run gracefully, the second ends the process. */
export interface Interrupts {
  /** Sets the handler of the first signal. */
  onFirst(stop: () => void): void;
  close(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Shell convention: 128 plus the number of SIGINT. */
const INTERRUPTED = 130;

export function listenForInterrupts(say: (text: string) => void): Interrupts {
  let stop: (() => void) | null = null;
  let signals = 0;

  function onSignal(): void {
    signals += 1;
    if (stop === null || signals > 1) process.exit(INTERRUPTED);
    say(
      'Stopping: nothing more is sent; waiting for requests in progress. Press Ctrl+C again to quit now.\n',
    );
    stop();
  }

  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    onFirst(call) {
      stop = call;
    },
    close() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
