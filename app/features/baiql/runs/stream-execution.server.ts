import { openEventStream, type EventStream } from '~/core/server/event-stream.server';
import { DomainError } from '~/core/shared/errors';
import type { Baiql } from '../create-baiql.server';
import { describeExecution, isUnderWay, type ExecutionView } from './execution-view.server';
import { findExecution } from './find-execution.server';
import { describeLine, logText } from './read-logs.server';

/** A browser that lost the connection asks again after this time, with the number of its last line. */
const RECONNECT_MS = 2_000;
const LINES_AT_ONCE = 500;
/** Of one run: its author's windows. */
const MAX_READERS = 20;

type Deps = Pick<Baiql, 'prisma' | 'runner' | 'store' | 'watchers'>;

/**
 * Follows one's own run as server-sent events: `progress` (the run as GET gives it), `log` (a line, its number as the
 * event's id), and `done`, with which the stream ends. Everything is read from what is stored, so a reader who comes
 * late, or comes back with `Last-Event-ID`, misses nothing.
 */
export async function streamExecution(
  deps: Deps,
  userId: string,
  id: string,
  { afterLine, signal }: { afterLine: number; signal: AbortSignal },
): Promise<Response> {
  await findExecution(deps, userId, id);
  if (deps.watchers.countOf(id) >= MAX_READERS) {
    throw new DomainError(
      'rate-limited',
      'This run is followed from many places already. Close one of them.',
      {
        code: 'too_many_readers',
        retryAfterSeconds: 60,
      },
    );
  }
  const stream = follow(deps, userId, id, afterLine);
  signal.addEventListener('abort', stream.end, { once: true });
  if (signal.aborted) stream.end(); // gone while the run was looked up
  return stream.response;
}

/** Each change is told once the one before has been written. */
function follow(deps: Deps, userId: string, id: string, afterLine: number): EventStream {
  let lastLine = afterLine;
  let lastProgress = '';
  let isOpen = true;
  let isTelling = false;
  let isStale = false;
  const stream = openEventStream({
    reconnectMs: RECONNECT_MS,
    // What another process has written is seen as well.
    onHeartbeat: () => void tell(),
    onEnd: () => {
      isOpen = false;
      unwatch();
      unwatchClose();
    },
  });

  async function tell(): Promise<void> {
    isStale = true;
    if (isTelling) return;
    isTelling = true;
    try {
      while (isStale && isOpen) {
        isStale = false;
        // The state first: lines written before it are then read for certain.
        const execution = describeExecution(
          await findExecution(deps, userId, id),
          deps.runner.progressOf(id),
        );
        await tellLines();
        tellProgress(execution);
      }
    } catch {
      stream.end(); // the run is gone, or the database: the browser asks again and hears it
    } finally {
      isTelling = false;
    }
  }

  async function tellLines(): Promise<void> {
    for (;;) {
      const lines = await deps.store.linesAfter(id, lastLine, LINES_AT_ONCE);
      for (const line of lines) {
        stream.send('log', { ...describeLine(line), line: logText(line) }, line.number);
        lastLine = line.number;
      }
      if (lines.length < LINES_AT_ONCE) return;
    }
  }

  function tellProgress(execution: ExecutionView): void {
    const progress = JSON.stringify(execution);
    if (progress !== lastProgress) stream.send('progress', execution);
    lastProgress = progress;
    if (isUnderWay(execution.status) || deps.runner.isWorkingOn(id)) return;
    stream.send('done', execution);
    stream.end();
  }

  const unwatch = deps.watchers.watch(id, () => void tell());
  const unwatchClose = deps.watchers.onClose(stream.end);
  void tell();
  return stream;
}
