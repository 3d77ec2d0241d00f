import { describeError } from '~/core/edge/answer-error.server';
import { openEventStream } from '~/core/edge/event-stream.server';
import type { UserWithRoles } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { completePrompt, type Send } from './complete-prompt.server';
import { completionEvents } from './schema';

/**
 * Responds with server-sent events: `started`, `reasoning` and `delta` events, then `done` or `error`. Errors before
 * `started` are thrown, so they become a regular response with a status. If the client disconnects, the completion
 * continues.
 */
export async function streamCompletion(
  services: CompletionsDeps,
  actor: UserWithRoles,
  send: Send,
  requestId: string,
): Promise<Response> {
  const stream = openEventStream(services, completionEvents.events);
  let markBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  let hasBegun = false;
  const finished = completePrompt(services, actor, {
    ...send,
    onStarted: (started) => {
      hasBegun = true;
      stream.send('started', { operationKey: send.key, ...started });
      markBegun();
    },
    onText: (text) => stream.send('delta', { text }),
    onReasoning: (text) => stream.send('reasoning', { text }),
  })
    .then((reply) => {
      hasBegun = true; // a replay has no `started` event
      stream.send('done', reply);
    })
    .catch((error: unknown) => {
      if (!hasBegun) throw error;
      const { status, body: described } = describeError(error, { services, requestId });
      stream.send('error', { status, ...described });
    })
    .finally(stream.end);

  await Promise.race([begun, finished]);
  return stream.response;
}
