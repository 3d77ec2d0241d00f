import { createHmac } from 'node:crypto';
import type { Call, Message } from '@promptwell/ai-providers/contract';
import { textOfMessage } from '@promptwell/ai-providers';
import type { CompletionsDeps } from './deps.server';
import type { PaidCall } from './pay-for-call.server';

/** Vendors keep nothing that is shorter than 1,024 tokens. */
const LEAST_KEPT_CHARACTERS = 4_000;

/**
 * What vendors are told instead of names: a hash that stands for the user at one provider, and one that stands for the
 * beginning of a conversation. Without the server's secret neither leads back to anybody.
 */
export function vendorNames(
  { vendorKey }: Pick<CompletionsDeps, 'vendorKey'>,
  { model: { provider, sendsUserIds }, messages, payer: { userId } }: PaidCall,
): Pick<Call, 'userId' | 'cacheKey'> {
  const hash = (...parts: string[]): string =>
    createHmac('sha256', vendorKey).update(JSON.stringify(parts)).digest('hex');
  return {
    userId: sendsUserIds ? hash('user', provider, userId) : undefined,
    cacheKey: isKept(messages) ? hash('cache', userId, ...beginningOf(messages)).slice(0, 32) : undefined,
  };
}

/** All but the last message: what a chat sends again with each turn. */
const isKept = (messages: readonly Message[]): boolean =>
  messages.slice(0, -1).reduce((sum, message) => sum + textOfMessage(message).length, 0) >=
  LEAST_KEPT_CHARACTERS;

/** Instructions and the first turn stay the same as long as a chat does. */
const beginningOf = (messages: readonly Message[]): string[] =>
  messages.slice(0, 2).map((message) => textOfMessage(message).slice(0, LEAST_KEPT_CHARACTERS));
