import { describeError } from '~/core/http.server';
import { DomainError } from '~/core/shared/errors';
import type { CompletionReply } from './answer';
import type { CompletionEvents } from './complete-prompt.server';

const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

/**
 * Answers with server-sent events: `started`, `delta`s, then `done` or `error`. A refusal before anything was sent is
 * thrown, so that it becomes an ordinary answer with a status. When the reader goes away the call itself goes on.
 */
export async function streamReply(
  operationKey: string,
  run: (events: CompletionEvents) => Promise<CompletionReply>,
  onFault: (error: unknown) => void,
): Promise<Response> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started;
    },
    cancel: () => {
      controller = undefined;
    },
  });
  const write = (text: string) => controller?.enqueue(encoder.encode(text));
  const event = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

  // Something must flow while a slow model thinks, or proxies between us and the browser give up.
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  let markBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  let hasBegun = false;
  const finished = run({
    onStarted: (started) => {
      hasBegun = true;
      event('started', { operationKey, ...started });
      markBegun();
    },
    onText: (text) => event('delta', { text }),
  })
    .then((reply) => {
      hasBegun = true; // a replay has no beginning
      event('done', reply);
    })
    .catch((error: unknown) => {
      if (!hasBegun) throw error;
      if (!(error instanceof DomainError)) onFault(error);
      event('error', describeForStream(error));
    })
    .finally(() => {
      clearInterval(heartbeat);
      controller?.close();
      controller = undefined;
    });

  await Promise.race([begun, finished]);
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}

function describeForStream(error: unknown): Record<string, unknown> {
  if (error instanceof DomainError) {
    const { status, body } = describeError(error);
    return { status, ...body };
  }
  return {
    status: 500,
    message: 'Something went wrong on our side. Nothing you wrote is lost; please try again.',
  };
}
