import type { Baiql } from '../create-baiql.server';
import type { StoredLine } from '../store/log-lines.server';
import { findExecution } from './find-execution.server';

/** A monitor shows the newest lines; older ones are asked for by their number. */
const LINES_AT_ONCE = 2_000;

export interface ExecutionLogs {
  /** As a person reads them: time (UTC), and what happened. */
  logs: string[];
  lines: { number: number; at: string; level: string; text: string }[];
  /** What to give as `after` to go on from here. */
  next: number;
}

/** The log of one's own run: after a line, or the newest. */
export async function readLogs(
  deps: Pick<Baiql, 'prisma' | 'store'>,
  userId: string,
  id: string,
  after?: number,
): Promise<ExecutionLogs> {
  await findExecution(deps, userId, id);
  const from = after ?? Math.max(0, (await deps.store.lastLineNumber(id)) - LINES_AT_ONCE);
  const lines = await deps.store.linesAfter(id, from, LINES_AT_ONCE);
  return {
    logs: lines.map(logText),
    lines: lines.map(describeLine),
    next: lines.at(-1)?.number ?? from,
  };
}

export const describeLine = ({ number, atMs, level, text }: StoredLine) => ({
  number,
  at: new Date(atMs).toISOString(),
  level,
  text,
});

export function logText({ atMs, level, text }: StoredLine): string {
  const time = new Date(atMs).toISOString().slice(11, 19);
  return level === 'info' ? `${time} ${text}` : `${time} ${level.toUpperCase()} ${text}`;
}
