import type { $ZodType, input as InputOf } from 'zod/v4/core';
import type { Env } from '~/core/server/env.server';
import type { Logger } from '~/core/server/logger.server';
import { findProblem } from './check-answer.server';
import type { Events } from './declare-call.server';

const HEARTBEAT_MS = 15_000;
/** Maximum unread data per client. A client that exceeds it is disconnected, and may resume with `Last-Event-ID`. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const encoder = new TextEncoder();

/** Server-sent events to one client. Writes after it has disconnected are ignored. */
export interface EventStream<Declared extends Events> {
  readonly response: Response;
  /** One event: its name, its data as JSON, and an id for `Last-Event-ID`. */
  send<Name extends keyof Declared & string>(name: Name, data: InputOf<Declared[Name]>, id?: number): void;
  /** Resolves when the client has read enough for more to be sent, or has disconnected. */
  room(): Promise<void>;
  readonly end: () => void;
  /** Ends the stream with data that isn't JSON, as OpenAI's `[DONE]`. */
  endWith(data: string): void;
}

interface EventStreamOptions {
  /** Reconnection delay of browsers. */
  reconnectMs?: number;
  /** Leaves out the names, for protocols that tell events apart by their data. */
  isUnnamed?: boolean;
  onHeartbeat?: () => void;
  /** Called once, whichever side closes the stream. */
  onEnd?: () => void;
}

/** `events` comes from the declaration. With CHECK_ANSWERS, an event that doesn't match it breaks the stream. */
export function openEventStream<Declared extends Events>(
  { env, log }: { env: Pick<Env, 'CHECK_ANSWERS'>; log: Pick<Logger, 'error'> },
  events: Declared,
  { reconnectMs, isUnnamed = false, onHeartbeat, onEnd }: EventStreamOptions = {},
): EventStream<Declared> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let haveRoom: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started;
      },
      pull: () => haveRoom(),
      cancel: () => void detach(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  );
  const isFull = (): boolean => (controller?.desiredSize ?? 1) <= 0;

  function write(text: string): void {
    if (isFull()) detach()?.error(new Error('The reader of this stream does not read.'));
    else controller?.enqueue(encoder.encode(text));
  }

  function isAsDeclared(name: keyof Declared & string, data: unknown): boolean {
    const schema: $ZodType | undefined = events[name];
    const problem = schema && findProblem(schema, data);
    if (problem === undefined) return true;
    log.error({ event: name, problem }, 'an event does not fit its schema');
    detach()?.error(new Error(`The event "${name}" does not fit its schema: ${problem}`));
    return false;
  }

  // Keep-alive comments, since proxies drop idle connections. A client whose buffer is full even then has read nothing
  // for the whole interval.
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    onHeartbeat?.();
  }, HEARTBEAT_MS);

  function detach(): typeof controller {
    const open = controller;
    controller = undefined;
    clearInterval(heartbeat);
    haveRoom();
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
    send: (name, data, id) => {
      if (env.CHECK_ANSWERS && !isAsDeclared(name, data)) return;
      const head = `${id === undefined ? '' : `id: ${id}\n`}${isUnnamed ? '' : `event: ${name}\n`}`;
      write(`${head}data: ${JSON.stringify(data)}\n\n`);
    },
    room: () =>
      isFull()
        ? new Promise((resolve) => {
            haveRoom = resolve;
          })
        : Promise.resolve(),
    end: () => detach()?.close(),
    endWith: (data) => {
      write(`data: ${data}\n\n`);
      detach()?.close();
    },
  };
}
