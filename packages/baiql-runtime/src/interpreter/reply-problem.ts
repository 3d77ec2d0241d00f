import type { CompletionReply, CompletionRequest } from '../host.js';
import { parseJson } from '../outputs/index.js';
import { lackOfFields } from '../reply-fields.js';

/** Why a reply is not what was asked for, as a sentence; null when it is. Such a reply is a failure, though it was paid. */
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

/** Whether a failure is one of a reply's JSON, which the model can mend when it is told. */
export const isRefusal = (failure: string): boolean =>
  /^The reply (?:is (?:not JSON|missing)|has more than one|was cut off at)|^The reply’s /u.test(failure);

/** A prompt sent again, with what was wrong with the reply before. */
export const promptAgain = (prompt: string, refusal: string): string =>
  `${prompt}\n\nYour previous answer could not be used: ${refusal} Answer again with the whole JSON and nothing else.`;

/** What marks a reply that was taken though its end is missing; null where it is whole. */
export function lackOfEnd({
  finish,
  outputTokens,
}: Pick<CompletionReply, 'finish' | 'outputTokens'>): string | null {
  const tokens = `${outputTokens.toLocaleString('en')} tokens`;
  if (finish === 'length') return `cut off at ${tokens}`;
  return finish === 'interrupted' ? `cut off after ${tokens}: the provider’s connection was lost` : null;
}

/**
 * Whether a reply may answer an identical request instead of a new one. One that is not what was asked for, or that was
 * cut off, may not: whoever asks again is to be given the chance of a better one. Only under its own key it is replayed.
 */
export function isReusable(
  request: Pick<CompletionRequest, 'json' | 'fields'>,
  reply: Pick<CompletionReply, 'text' | 'finish' | 'outputTokens'>,
): boolean {
  return reply.finish === undefined && replyProblem(request, reply) === null;
}
