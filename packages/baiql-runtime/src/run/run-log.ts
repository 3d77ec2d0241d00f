import { LIMITS, leftOutLine } from '../interpreter/limits.js';
import type { LogLine } from '../records.js';
import type { MainPort } from '../worker/main-port.js';

const LOG_INTERVAL_MS = 50;

/** A run's monitor lines, sent in batches and limited in number. */
export interface RunLog {
  add(level: LogLine['level'], text: string): void;
  /** Sends the remaining lines, and the number of those left out. */
  close(): void;
}

export function createRunLog(main: Pick<MainPort, 'log'>): RunLog {
  let lines: LogLine[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (lines.length > 0) main.log(lines);
    lines = [];
  }

  return {
    add(level, text) {
      count += 1;
      if (count > LIMITS.runLogLines) return;
      lines.push({ atMs: Date.now(), level, text });
      timer ??= setTimeout(flush, LOG_INTERVAL_MS);
    },
    close() {
      const leftOut = count - LIMITS.runLogLines;
      if (leftOut > 0) lines.push({ atMs: Date.now(), level: 'warning', text: leftOutLine(leftOut, 'run') });
      flush();
    },
  };
}
