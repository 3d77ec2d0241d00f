import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, parseWith, readJson } from '~/core/http.server';
import {
  completePrompt,
  completeRequestSchema,
  idempotencyKeySchema,
  streamReply,
} from '~/features/completions/index.server';

/** Room for ten attached images beside the prompt. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const complete = byMethod({
  POST: async ({ request, context }) => {
    const { app } = context;
    const actor = await requireActor(request, context);
    const key = parseWith(idempotencyKeySchema, request.headers.get('X-Idempotency-Key') ?? '');
    const body = await readJson(request, completeRequestSchema, { maxBytes: MAX_BODY_BYTES });
    if (request.headers.get('Accept')?.includes('text/event-stream')) {
      return streamReply(
        key,
        (events) => completePrompt(app.completion, actor, body, key, events),
        (err) => app.log.error({ err, requestId: context.requestId }, 'a streamed call failed'),
      );
    }
    const reply = await completePrompt(app.completion, actor, body, key);
    return json(reply, reply.replayed ? { headers: { 'X-Idempotent-Replayed': 'true' } } : {});
  },
});

export const action = api(complete);
export const loader = api(complete);
