import { setImmediate } from 'node:timers/promises';
import { openEventStream, type EventStream } from '~/core/edge/event-stream.server';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { describeLine, getRun, logText, requireOwnRun } from './read-runs.server';
import { isUnderWay, runEvents, type RunView } from './answers';

type Deps = Pick<BaiqlDeps, 'env' | 'log' | 'prisma' | 'userWork' | 'baiql'>;

/** A browser that lost the connection asks again after this time, with the number of its last line. */
const RECONNECT_MS = 2_000;
/** Then everybody else has a turn: twenty readers may catch up at the same time, each line some 50 microseconds. */
const LINES_AT_ONCE = 25;
/** Of one run: its author's windows. */
const MAX_READERS = 20;

/**
 * Follows one's own run as server-sent events: `progress` (the run as GET gives it), `log` (a line, its number as the
 * event's id), and `done`, with which the stream ends. Everything is read from what is stored, so a reader who comes
 * late, or comes back with `Last-Event-ID`, misses nothing.
 */
export async function streamRun(
  services: Deps,
  actor: Actor,
  { id, afterLine, signal }: { id: string; afterLine: number; signal: AbortSignal },
): Promise<Response> {
  await requireOwnRun(services, actor, id);
  if (services.baiql.watchers.countOf(id) >= MAX_READERS) {
    throw new DomainError('rate-limited', 'This run is already open in many places. Close one of them.', {
      code: 'too_many_readers',
      retryAfterSeconds: 60,
    });
  }
  const stream = follow(services, actor, { id, afterLine });
  signal.addEventListener('abort', stream.end, { once: true });
  if (signal.aborted) stream.end(); // gone while the run was looked up
  return stream.response;
}

/** Each change is told once the one before has been written, and each line once the reader has room for it. */
function follow(
  services: Deps,
  actor: Actor,
  { id, afterLine }: { id: string; afterLine: number },
): EventStream<typeof runEvents> {
  const { runner, store, watchers } = services.baiql;
  let lastLine = afterLine;
  let lastProgress = '';
  let isOpen = true;
  let isTelling = false;
  let isStale = false;
  const piece = services.userWork.begin(actor.userId);
  const stream = openEventStream(services, runEvents, {
    reconnectMs: RECONNECT_MS,
    // What another process has written is seen as well.
    onHeartbeat: () => void tell(),
    onEnd: () => {
      isOpen = false;
      piece.end();
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
        const run = await getRun(services, actor, id);
        await tellLines();
        await tellProgress(run);
      }
    } catch {
      stream.end(); // the run is gone, or the database: the browser asks again and hears it
    } finally {
      isTelling = false;
    }
  }

  async function tellLines(): Promise<void> {
    while (isOpen) {
      const lines = await store.linesAfter(id, lastLine, LINES_AT_ONCE);
      for (const line of lines) {
        await stream.room();
        stream.send('log', { ...describeLine(line), line: logText(line) }, line.number);
        lastLine = line.number;
      }
      if (lines.length < LINES_AT_ONCE) return;
      await setImmediate();
    }
  }

  async function tellProgress(run: RunView): Promise<void> {
    const progress = JSON.stringify(run);
    await stream.room();
    if (progress !== lastProgress) stream.send('progress', run);
    lastProgress = progress;
    if (isUnderWay(run) || runner.isWorkingOn(id)) return;
    await stream.room();
    stream.send('done', run);
    stream.end();
  }

  const unwatch = watchers.watch(id, () => void tell());
  const unwatchClose = watchers.onClose(stream.end);
  piece.signal.addEventListener('abort', stream.end, { once: true });
  void tell();
  return stream;
}
