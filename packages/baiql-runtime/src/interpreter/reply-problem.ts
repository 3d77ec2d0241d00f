import type { CompletionReply, CompletionRequest } from '../host.js';
import { parseJson } from '../outputs/json-reply.js';

/** Why a reply is not what was asked for, as a sentence; null when it is. Such a reply is a failure, though it was paid. */
export function replyProblem(
  { json }: Pick<CompletionRequest, 'json'>,
  { text, finish, outputTokens }: Pick<CompletionReply, 'text' | 'finish' | 'outputTokens'>,
): string | null {
  if (finish === 'filtered') return 'The vendor’s safety rules held the reply back.';
  if (!json) return null;
  const parsed = parseJson(text);
  if (parsed.ok) return null;
  if (finish !== 'length') return parsed.message;
  return `The reply was cut off at ${outputTokens.toLocaleString('en')} tokens, before its JSON ended.`;
}

/**
 * Whether a reply may answer an identical request instead of a new one. One that is not what was asked for, or that was
 * cut off, may not: whoever asks again is to be given the chance of a better one. Only under its own key it is replayed.
 */
export function isReusable(
  request: Pick<CompletionRequest, 'json'>,
  reply: Pick<CompletionReply, 'text' | 'finish' | 'outputTokens'>,
): boolean {
  return reply.finish === undefined && replyProblem(request, reply) === null;
}
