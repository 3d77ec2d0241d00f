const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

/** Server-sent events to one reader. What is written after the reader has gone goes nowhere. */
export interface EventStream {
  readonly response: Response;
  /** One event: its name, its data as JSON, and the id that a reader gives back as `Last-Event-ID`. */
  send(name: string, data: unknown, id?: number): void;
  readonly end: () => void;
}

interface EventStreamOptions {
  /** A browser that lost the connection asks again after this time. */
  reconnectMs?: number;
  onHeartbeat?: () => void;
  /** Called once, whether this side ended it or the reader went away. */
  onEnd?: () => void;
}

export function openEventStream({ reconnectMs, onHeartbeat, onEnd }: EventStreamOptions = {}): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started;
    },
    cancel: () => void detach(),
  });
  const write = (text: string): void => controller?.enqueue(encoder.encode(text));

  // Something must flow while nothing happens, or proxies between us and the reader give up.
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    onHeartbeat?.();
  }, HEARTBEAT_MS);

  function detach(): typeof controller {
    const open = controller;
    controller = undefined;
    clearInterval(heartbeat);
    if (open) onEnd?.();
    return open;
  }

  if (reconnectMs !== undefined) write(`retry: ${reconnectMs}\n\n`);
  return {
    response: new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      },
    }),
    send: (name, data, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => detach()?.close(),
  };
}
