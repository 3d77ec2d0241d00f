import { estimateTokens, requestCents, type Fees } from './estimate';
import type { SendRequest } from './reply';
import type { Turn } from './turns';

const CONTINUE_PROMPT =
  'Continue exactly where your last reply ended, in the same language and format. Don’t repeat anything.';

/** A reply that ended before it was complete, and of which enough is known for the model to go on. */
export const isContinuable = ({ request, reply, text }: Turn): boolean =>
  reply !== undefined &&
  (reply.finishReason === 'length' ||
    reply.finishReason === 'stopped' ||
    reply.finishReason === 'interrupted' ||
    reply.finishReason === 'server_stopping') &&
  text !== '' &&
  request.prompt !== '';

/**
 * Asks for the rest of a reply. What it goes on from is sent along in either mode: of a continued continuation, the
 * first prompt and all that came of it. It counts for the prompt's category, and not as another use of a saved prompt.
 */
export function continuationOf({ request, text }: Turn, maxOutputTokens: number): SendRequest {
  const { provider, model, doNotStoreContent, categoryId, continues } = request;
  return {
    provider,
    model,
    doNotStoreContent,
    ...(categoryId === undefined ? {} : { categoryId }),
    prompt: CONTINUE_PROMPT,
    maxOutputTokens,
    continues: { prompt: continues?.prompt ?? request.prompt, reply: (continues?.reply ?? '') + text },
  };
}

/** What the rest costs, in cents: its input is what went in and came out before. Undefined without a reply. */
export function continuationCents(
  { reply }: Turn,
  maxOutputTokens: number,
  fees?: Fees,
): { typical: number; atMost: number } | undefined {
  if (!reply) return undefined;
  const { usage, price } = reply;
  const inputTokens = usage.inputTokens + usage.outputTokens + estimateTokens(CONTINUE_PROMPT);
  return requestCents({ ...price, ...fees }, inputTokens, maxOutputTokens);
}
