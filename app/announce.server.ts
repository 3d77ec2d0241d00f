import type { Logger } from '~/core/server/logger.server';

export interface Announcement {
  /** Printed before the address: what was created, what isn't set, the set-up link. */
  notes: readonly string[];
  origin: string;
}

/**
 * Announces the server's address: a box at the end of the log in a terminal, otherwise log lines of any level, because
 * the address and the set-up link are needed to begin.
 */
export function announce(log: Logger, { notes, origin }: Announcement, isTerminal: boolean): void {
  const ready = `Promptwell is ready: ${origin}`;
  if (isTerminal) {
    console.log([...notes, boxed(ready)].join('\n'));
    return;
  }
  const lines = log.child({}, { level: 'info' });
  for (const line of [...notes, ready]) lines.info(line);
}

function boxed(line: string): string {
  const edge = '─'.repeat(line.length + 2);
  return `┌${edge}┐\n│ ${line} │\n└${edge}┘`;
}
