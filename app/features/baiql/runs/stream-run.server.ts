import { setImmediate } from 'node:timers/promises';
import { openEventStream, type EventStream } from '~/core/edge/event-stream.server';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { describeLine, getRun, logText, requireOwnRun } from './read-runs.server';
import { isActiveRun, runEvents, type RunView } from './responses';

type Deps = Pick<BaiqlDeps, 'env' | 'log' | 'prisma' | 'preferences' | 'inFlightRequests' | 'baiql'>;

/** Delay before a browser reconnects, with the number of its last line. */
const RECONNECT_MS = 2_000;
/**
 * Lines written before yielding to the event loop: twenty readers may catch up at once, at about 50 microseconds per
 * line.
 */
const LINES_PER_EVENT = 25;
/** Maximum number of readers per run, i.e. windows of its author. */
const MAX_READERS = 20;

/**
 * Streams a run as server-sent events: `progress` (the run as GET returns it), `log` (a line, with its number as event
 * id), and finally `done`. All data is read from the store, so a late reader or one that returns with `Last-Event-ID`
 * misses nothing.
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
  const { PreferredTimezone: timeZone } = await services.preferences.read(actor.userId);
  const stream = follow(services, actor, { id, afterLine, timeZone });
  signal.addEventListener('abort', stream.end, { once: true });
  if (signal.aborted) stream.end(); // disconnected during the lookup
  return stream.response;
}

/** Writes events sequentially, with backpressure for log lines. */
function follow(
  services: Deps,
  actor: Actor,
  { id, afterLine, timeZone }: { id: string; afterLine: number; timeZone: string },
): EventStream<typeof runEvents> {
  const { runner, store, watchers } = services.baiql;
  let lastLine = afterLine;
  let lastProgress = '';
  let isOpen = true;
  let isTelling = false;
  let isStale = false;
  const task = services.inFlightRequests.begin(actor.userId);
  const stream = openEventStream(services, runEvents, {
    reconnectMs: RECONNECT_MS,
    // Picks up data written by another process.
    onHeartbeat: () => void tell(),
    onEnd: () => {
      isOpen = false;
      task.end();
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
        // Before the state: a run that ends while it is read is read once more, with its last figures.
        const wasWorking = runner.isWorkingOn(id);
        // The state first: lines written before it are then certain to be read.
        const run = await getRun(services, actor, id);
        await tellLines();
        await tellProgress(run);
        if (isActiveRun(run) || wasWorking || runner.isWorkingOn(id)) continue;
        await stream.room();
        stream.send('done', run);
        stream.end();
      }
    } catch {
      stream.end(); // the run or the database is gone: the browser reconnects and gets the error
    } finally {
      isTelling = false;
    }
  }

  async function tellLines(): Promise<void> {
    while (isOpen) {
      const lines = await store.linesAfter(id, lastLine, LINES_PER_EVENT);
      for (const line of lines) {
        await stream.room();
        stream.send('log', { ...describeLine(line), line: logText(line, timeZone) }, line.number);
        lastLine = line.number;
      }
      if (lines.length < LINES_PER_EVENT) return;
      await setImmediate();
    }
  }

  async function tellProgress(run: RunView): Promise<void> {
    const progress = JSON.stringify(run);
    await stream.room();
    if (progress !== lastProgress) stream.send('progress', run);
    lastProgress = progress;
  }

  const unwatch = watchers.watch(id, () => void tell());
  const unwatchClose = watchers.onClose(stream.end);
  task.signal.addEventListener('abort', stream.end, { once: true });
  void tell();
  return stream;
}
