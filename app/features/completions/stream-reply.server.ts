import { describeError } from '~/core/http.server';
import { openEventStream } from '~/core/server/event-stream.server';
import { DomainError } from '~/core/shared/errors';
import type { CompletionReply } from './answer';
import type { CompletionEvents } from './complete-prompt.server';

/**
 * Answers with server-sent events: `started`, `delta`s, then `done` or `error`. A refusal before anything was sent is
 * thrown, so that it becomes an ordinary answer with a status. When the reader goes away the call itself goes on.
 */
export async function streamReply(
  operationKey: string,
  run: (events: CompletionEvents) => Promise<CompletionReply>,
  onFault: (error: unknown) => void,
): Promise<Response> {
  const stream = openEventStream();
  let markBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  let hasBegun = false;
  const finished = run({
    onStarted: (started) => {
      hasBegun = true;
      stream.send('started', { operationKey, ...started });
      markBegun();
    },
    onText: (text) => stream.send('delta', { text }),
  })
    .then((reply) => {
      hasBegun = true; // a replay has no beginning
      stream.send('done', reply);
    })
    .catch((error: unknown) => {
      if (!hasBegun) throw error;
      if (!(error instanceof DomainError)) onFault(error);
      stream.send('error', describeForStream(error));
    })
    .finally(stream.end);

  await Promise.race([begun, finished]);
  return stream.response;
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
