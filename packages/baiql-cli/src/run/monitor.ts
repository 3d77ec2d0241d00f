import type { LogLine, RunProgress } from '@promptwell/baiql-runtime';
import { createRate, progressLine } from './progress-bar.js';

/** Shows a run's progress on standard error; standard output is for the summary. */
export interface Monitor {
  readonly log: (lines: readonly LogLine[]) => void;
  readonly progress: (snapshot: RunProgress) => void;
  readonly say: (text: string) => void;
  /** Leaves the last state on screen. */
  end(): void;
}

const CLEAR_LINE = '\r\u001b[K';
const PLAIN_INTERVAL_MS = 10_000;

export interface Screen {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Read each time, because the window may be resized. */
  readonly columns: number;
}

/** On a terminal, one updating line; elsewhere a line at intervals, and warnings and failures as they occur. */
export function createMonitor(screen: Screen): Monitor {
  const rateOf = createRate();
  let bar = '';
  let plainAtMs = Number.NEGATIVE_INFINITY;
  /** The latest state not yet written, when writing at intervals. */
  let unwritten: string | null = null;

  function aboveBar(text: string): void {
    if (screen.isTerminal && bar !== '') screen.write(`${CLEAR_LINE}${text}${bar}`);
    else screen.write(text);
  }

  return {
    log(lines) {
      const shown = lines.filter(({ level }) => level !== 'info');
      if (shown.length > 0) aboveBar(shown.map(({ text }) => `  ${text}\n`).join(''));
    },
    progress(snapshot) {
      const nowMs = Date.now();
      const rate = rateOf(snapshot.batch, snapshot.current, nowMs);
      if (screen.isTerminal) {
        // Writing to the last column may wrap the line.
        bar = progressLine(snapshot, rate, nowMs, screen.columns - 1);
        screen.write(`${CLEAR_LINE}${bar}`);
      } else if (nowMs - plainAtMs >= PLAIN_INTERVAL_MS) {
        plainAtMs = nowMs;
        unwritten = null;
        screen.write(`${progressLine(snapshot, rate, nowMs)}\n`);
      } else {
        unwritten = progressLine(snapshot, rate, nowMs);
      }
    },
    say: aboveBar,
    end() {
      if (screen.isTerminal && bar !== '') screen.write('\n');
      if (unwritten !== null) screen.write(`${unwritten}\n`);
      bar = '';
      unwritten = null;
    },
  };
}
