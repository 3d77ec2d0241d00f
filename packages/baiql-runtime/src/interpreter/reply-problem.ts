import type { CompletionReply, CompletionRequest } from '../host.js';
import { parseJson } from '../outputs/index.js';
import { lackOfFields } from '../reply-fields.js';

/**
 * Why a reply does not match the request, as a sentence; null if it does. A mismatch is a failure even though it is
 * charged.
 */
export function replyProblem(
  { json, fields = [] }: Pick<CompletionRequest, 'json' | 'fields'>,
  { text, finish, outputTokens }: Pick<CompletionReply, 'text' | 'finish' | 'outputTokens'>,
): string | null {
  if (finish === 'filtered') return 'The vendor’s safety rules blocked the reply.';
  if (text.trim() === '') {
    const tokens = outputTokens.toLocaleString('en');
    return finish === 'length'
      ? `The reply reached ${tokens} tokens before it had any text.`
      : 'The reply has no text.';
  }
  if (!json) return null;
  const parsed = parseJson(text);
  if (parsed.ok) return lackOfFields(parsed.value, fields);
  if (finish === 'interrupted') return 'The provider’s connection was lost before the reply’s JSON ended.';
  if (finish !== 'length') return parsed.message;
  return `The reply was cut off at ${outputTokens.toLocaleString('en')} tokens, before its JSON ended.`;
}

/** True for failures of a reply's JSON, which the model can correct if they are described to it. */
export const isJsonProblem = (failure: string): boolean =>
  /^The reply (?:is (?:not JSON|missing)|has more than one|was cut off at)|^The reply’s /u.test(failure);

/** The prompt of a retry, with the problem of the previous reply. */
export const retryPrompt = (prompt: string, refusal: string): string =>
  `${prompt}\n\nYour previous answer could not be used: ${refusal} Answer again with the whole JSON and nothing else.`;

/** The mark of a reply accepted although it is truncated; null for a complete one. */
export function truncationNote({
  finish,
  outputTokens,
}: Pick<CompletionReply, 'finish' | 'outputTokens'>): string | null {
  const tokens = `${outputTokens.toLocaleString('en')} tokens`;
  if (finish === 'length') return `cut off at ${tokens}`;
  return finish === 'interrupted' ? `cut off after ${tokens}: the provider’s connection was lost` : null;
}

/**
 * True if a reply may answer an identical request. A mismatched or truncated reply may not, so that a retry can get a
 * better one. It is replayed only under its own key.
 */
export function isReusable(
  request: Pick<CompletionRequest, 'json' | 'fields'>,
  reply: Pick<CompletionReply, 'text' | 'finish' | 'outputTokens'>,
): boolean {
  return reply.finish === undefined && replyProblem(request, reply) === null;
}
