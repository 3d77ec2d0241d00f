import { LIMITS, leftOutLine } from '../interpreter/limits.js';
import type { LogLine } from '../records.js';
import type { MainPort } from '../worker/main-port.js';

const LOG_INTERVAL_MS = 50;

/** The lines of a run for the monitor: handed over in groups, and bounded. */
export interface RunLog {
  add(level: LogLine['level'], text: string): void;
  /** Hands the rest over, and says how many lines were left out. */
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
