import { estimateTokens, requestCents, type Fees } from './estimate';
import type { SendRequest } from './reply';
import type { Turn } from './turns';

const CONTINUE_PROMPT =
  'Continue exactly where your last reply ended, in the same language and format. Don’t repeat anything.';

/** Whether a reply was cut off and enough is known to continue it. */
export const isContinuable = ({ request, reply, text }: Turn): boolean =>
  reply !== undefined &&
  (reply.finishReason === 'length' ||
    reply.finishReason === 'stopped' ||
    reply.finishReason === 'interrupted' ||
    reply.finishReason === 'server_stopping') &&
  text !== '' &&
  request.prompt !== '';

/**
 * A request for the rest of a reply. The exchange so far is sent along in both modes; for repeated continuations that
 * is the first prompt and all replies. It keeps the prompt's category but doesn't count as another use of a saved
 * prompt.
 */
export function continuationOf({ request, text }: Turn, maxOutputTokens: number): SendRequest {
  const { provider, model, doNotStoreContent, temperature, effort, webSearch, categoryId, continues } =
    request;
  return {
    provider,
    model,
    doNotStoreContent,
    ...(temperature !== undefined && { temperature }),
    ...(effort !== undefined && { effort }),
    ...(webSearch !== undefined && { webSearch }),
    ...(categoryId === undefined ? {} : { categoryId }),
    prompt: CONTINUE_PROMPT,
    maxOutputTokens,
    continues: { prompt: continues?.prompt ?? request.prompt, reply: (continues?.reply ?? '') + text },
  };
}

/** Cost of the continuation in cents: its input is the previous input and output. Undefined without a reply. */
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
