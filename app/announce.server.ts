import type { Logger } from '~/core/server/logger.server';

export interface Announcement {
  /** Printed before the address: what was created, what isn't set, the set-up link. */
  notes: readonly string[];
  origin: string;
}

/**
 * Says where the server is. For people a box at the end of the notes, so that it stands out from the log around it; for
 * programs lines of the log, whatever its level: the address and the set-up link are needed to begin.
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
