import { DomainError } from '~/core/shared/errors';
import type { Baiql } from '../create-baiql.server';
import { describeExecution, isUnderWay, type ExecutionView } from './execution-view.server';
import { findExecution } from './find-execution.server';
import { describeLine, logText } from './read-logs.server';

const HEARTBEAT_MS = 15_000;
/** A browser that lost the connection asks again after this time, with the number of its last line. */
const RECONNECT_MS = 2_000;
const LINES_AT_ONCE = 500;
/** Of one run: its author's windows. */
const MAX_READERS = 20;
const encoder = new TextEncoder();

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
  let end: () => void = () => undefined;
  let hasReader = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = follow(deps, userId, id, afterLine, {
        write: (text) => controller.enqueue(encoder.encode(text)),
        close: () => hasReader && controller.close(),
      });
    },
    cancel: () => {
      hasReader = false;
      end();
    },
  });
  signal.addEventListener('abort', () => end(), { once: true });
  if (signal.aborted) end(); // gone while the run was looked up
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}

interface Sink {
  write(text: string): void;
  close(): void;
}

/** Returns what ends it. Each change is told once the one before has been written. */
function follow(deps: Deps, userId: string, id: string, afterLine: number, sink: Sink): () => void {
  let lastLine = afterLine;
  let lastProgress = '';
  let isOpen = true;
  let isTelling = false;
  let isStale = false;
  const write = (text: string): void => {
    if (isOpen) sink.write(text);
  };

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
      end(); // the run is gone, or the database: the browser asks again and hears it
    } finally {
      isTelling = false;
    }
  }

  async function tellLines(): Promise<void> {
    for (;;) {
      const lines = await deps.store.linesAfter(id, lastLine, LINES_AT_ONCE);
      for (const line of lines) {
        const data = { ...describeLine(line), line: logText(line) };
        write(`id: ${line.number}\nevent: log\ndata: ${JSON.stringify(data)}\n\n`);
        lastLine = line.number;
      }
      if (lines.length < LINES_AT_ONCE) return;
    }
  }

  function tellProgress(execution: ExecutionView): void {
    const data = JSON.stringify(execution);
    if (data !== lastProgress) write(`event: progress\ndata: ${data}\n\n`);
    lastProgress = data;
    if (isUnderWay(execution.status) || deps.runner.isWorkingOn(id)) return;
    write(`event: done\ndata: ${data}\n\n`);
    end();
  }

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heartbeat);
    unwatch();
    unwatchClose();
    sink.close();
  }

  const unwatch = deps.watchers.watch(id, () => void tell());
  const unwatchClose = deps.watchers.onClose(end);
  // Something must flow, or proxies give up; and what another process has written is seen as well.
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    void tell();
  }, HEARTBEAT_MS);
  write(`retry: ${RECONNECT_MS}\n\n`);
  void tell();
  return end;
}
