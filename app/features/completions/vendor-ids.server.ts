import { createHmac } from 'node:crypto';
import type { ProviderRequest, Message } from '@promptwell/ai-providers/contract';
import { textOfMessage } from '@promptwell/ai-providers';
import type { CompletionsDeps } from './deps.server';
import type { Candidate } from './plan-completion.server';

/** Vendors don't cache prefixes shorter than 1,024 tokens. */
const MIN_KEPT_CHARACTERS = 4_000;

/**
 * Pseudonymous ids for vendors: a hash of the user per provider, and one of the start of the conversation as cache key.
 * Neither can be traced back without the server's secret.
 */
export function vendorIds(
  { vendorKey }: Pick<CompletionsDeps, 'vendorKey'>,
  { model: { provider, sendsUserIds }, request: { messages } }: Candidate,
  userId: string,
): Pick<ProviderRequest, 'userId' | 'cacheKey'> {
  const hash = (...parts: string[]): string =>
    createHmac('sha256', vendorKey).update(JSON.stringify(parts)).digest('hex');
  return {
    userId: sendsUserIds ? hash('user', provider, userId) : undefined,
    cacheKey: isCacheable(messages)
      ? hash('cache', userId, ...cachePrefixOf(messages)).slice(0, 32)
      : undefined,
  };
}

/** The messages before the last one are sent again with each turn of a chat. */
const isCacheable = (messages: readonly Message[]): boolean =>
  messages.slice(0, -1).reduce((sum, message) => sum + textOfMessage(message).length, 0) >=
  MIN_KEPT_CHARACTERS;

/** Instructions and the first turn don't change during a chat. */
const cachePrefixOf = (messages: readonly Message[]): string[] =>
  messages.slice(0, 2).map((message) => textOfMessage(message).slice(0, MIN_KEPT_CHARACTERS));
