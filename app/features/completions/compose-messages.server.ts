import { textMessage, type Message } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';
import type { Plan } from '~/core/shared/permissions';
import type { Services } from '~/services';
import type { CatalogueModel } from './catalogue.server';
import type { Attached } from './read-attachments.server';
import type { CompleteRequest } from './schema';

const MOST_CHARACTERS_A_TOKEN = 10;

/** Chat mode is for people who pay. */
export function refuseChatBeyondPlan({ chatMode }: CompleteRequest, plan: Plan): void {
  if (plan === 'pro' || !chatMode) return;
  throw new DomainError('forbidden', 'Access denied. PaidUser role required.', {
    code: 'paid_user_required',
  });
}

/**
 * Refuses what is longer than the plan takes at once, or than the model could read with tokens of ten characters each
 * (they have four or so). Only what is left is judged, counted and sent.
 */
export function refuseTooLong(
  request: CompleteRequest,
  { texts }: Attached,
  { displayName, contextTokens }: Pick<CatalogueModel, 'displayName' | 'contextTokens'>,
  maxCharacters: number,
): void {
  const earlier = earlierTurns(request).map(({ content }) => content);
  const attached = texts.map(({ text }) => text);
  const characters = [request.prompt, ...earlier, ...attached].reduce((sum, text) => sum + text.length, 0);
  const mostOfModel = contextTokens === undefined ? Infinity : contextTokens * MOST_CHARACTERS_A_TOKEN;
  if (characters <= Math.min(maxCharacters, mostOfModel)) return;
  const bound =
    mostOfModel < maxCharacters
      ? `more than ${displayName} can read`
      : `more than the ${maxCharacters.toLocaleString('en-US')} that your plan allows per request`;
  throw new DomainError(
    'invalid',
    `This request has ${characters.toLocaleString('en-US')} characters with its files and earlier turns, ${bound}. ` +
      'Shorten it, or start a new chat.',
    { code: 'request_too_long', data: { characters, maxCharacters: Math.min(maxCharacters, mostOfModel) } },
  );
}

/** What the model is told of before: all of a chat, else only the exchange that the request goes on from. */
function earlierTurns({ chatMode, history, continues }: CompleteRequest): CompleteRequest['history'] {
  if (chatMode) return history;
  if (!continues) return [];
  return [
    { role: 'user', content: continues.prompt },
    { role: 'assistant', content: continues.reply },
  ];
}

/** Turns a request into the messages that are sent: earlier turns, attached texts, then the prompt. */
export async function composeMessages(
  { moderation }: Services,
  request: CompleteRequest,
  { texts, images }: Attached,
): Promise<Message[]> {
  const clean = async (text: string) => (request.redactPii ? moderation.redact(text) : text);
  const attached = texts.map(({ name, text }) => `--- ${name} ---\n${text}`);
  const messages: Message[] = [];
  for (const { role, content } of earlierTurns(request)) {
    messages.push(textMessage(role === 'user' ? 'user' : 'assistant', await clean(content)));
  }
  const text = await clean([...attached, request.prompt].join('\n\n'));
  return [...messages, { role: 'user', parts: [{ type: 'text', text }, ...images] }];
}
