import { textMessage, type Message } from '@promptwell/ai-providers/contract';
import { textOfMessage } from '@promptwell/ai-providers';
import { DomainError } from '~/core/shared/errors';
import type { Plan } from '~/core/shared/permissions';
import { countriesOf } from '~/features/moderation/index.server';
import type { CompletionsDeps } from './deps.server';
import type { CatalogueModel } from './catalogue.server';
import type { Attached } from './read-attachments.server';
import type { CompleteRequest } from './schema';

// The messages of a request: composed, length-checked and moderated.

const MAX_CHARACTERS_PER_TOKEN = 10;

/** Chat mode requires a paid plan. */
export function refuseChatBeyondPlan({ chatMode }: CompleteRequest, plan: Plan): void {
  if (plan === 'pro' || !chatMode) return;
  throw new DomainError('forbidden', 'Access denied. PaidUser role required.', {
    code: 'paid_user_required',
  });
}

/**
 * Rejects requests that exceed the plan's limit or could never fit the model's context, assuming ten characters per
 * token (the average is about four). Only the rest is moderated and counted.
 */
export function refuseTooLong(
  characters: number,
  { displayName, contextTokens }: Pick<CatalogueModel, 'displayName' | 'contextTokens'>,
  maxCharacters: number,
): void {
  const maxForModel = contextTokens === undefined ? Infinity : contextTokens * MAX_CHARACTERS_PER_TOKEN;
  if (characters <= Math.min(maxCharacters, maxForModel)) return;
  const bound =
    maxForModel < maxCharacters
      ? `more than ${displayName} can read`
      : `more than the ${maxCharacters.toLocaleString('en-US')} that your plan allows per request`;
  throw new DomainError(
    'invalid',
    `This request has ${characters.toLocaleString('en-US')} characters with its files and earlier turns, ${bound}. ` +
      'Shorten it, or start a new chat.',
    { code: 'request_too_long', data: { characters, maxCharacters: Math.min(maxCharacters, maxForModel) } },
  );
}

/** Characters of the whole request: prompt, instructions, earlier turns and file texts. */
export function charactersOf(request: CompleteRequest, files: Attached['texts']): number {
  const earlier = earlierTurns(request).map(({ content }) => content);
  const attached = files.map(({ text }) => text);
  const all = [request.prompt, request.instructions ?? '', ...earlier, ...attached];
  return all.reduce((sum, text) => sum + text.length, 0);
}

/** The whole chat history, or only the exchange that the request continues. */
function earlierTurns({ chatMode, history, continues }: CompleteRequest): CompleteRequest['history'] {
  if (chatMode) return history;
  if (!continues) return [];
  return [
    { role: 'user', content: continues.prompt },
    { role: 'assistant', content: continues.reply },
  ];
}

/** Converts a request to messages: instructions, earlier turns, then attached texts with the prompt. */
export async function composeMessages(
  services: Pick<CompletionsDeps, 'moderation' | 'preferences'>,
  userId: string,
  request: CompleteRequest,
  { texts, images }: Attached,
): Promise<Message[]> {
  const countries = request.redactPii ? await countriesOf(services, userId) : [];
  const clean = async (text: string) =>
    request.redactPii ? services.moderation.redact(text, countries) : text;
  const attached = texts.map(({ name, text }) => `--- ${name} ---\n${text}`);
  const messages: Message[] = [];
  const instructions = request.instructions?.trim() ?? '';
  if (instructions !== '') messages.push(textMessage('system', await clean(instructions)));
  for (const { role, content } of earlierTurns(request)) {
    messages.push(textMessage(role === 'user' ? 'user' : 'assistant', await clean(content)));
  }
  const text = await clean([...attached, request.prompt].join('\n\n'));
  return [...messages, { role: 'user', parts: [{ type: 'text', text }, ...images] }];
}

/** A turn; assistant turns come from the client and may be made up. */
interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

interface About {
  userId: string;
  provider: string;
}

/**
 * Passes messages that moderation allows, with or without a warning; pages show warnings before sending. Known replies
 * of the provider to this user aren't checked again; other assistant turns are. Returns whether the messages must not
 * be stored.
 * @throws DomainError `moderation_blocked`, `moderation_unavailable`
 */
export async function refuseBlocked(
  services: Pick<CompletionsDeps, 'moderation' | 'preferences'>,
  messages: readonly Message[],
  { userId, provider, signal }: About & { signal: AbortSignal },
): Promise<{ mustNotStore: boolean }> {
  const { moderation } = services;
  const [settings, countries] = await Promise.all([moderation.settings(), countriesOf(services, userId)]);
  const { known } = moderation;
  const judged = (text: string) => ['judged', userId, provider, JSON.stringify([settings, countries]), text];
  const passed = turnsOf(messages).map(({ role, text }) => {
    const own = role === 'assistant' ? known.find(replyOf(text, { userId, provider })) : undefined;
    return { text, as: own ?? known.find(judged(text)) };
  });
  // Checks all new turns as one text, so that a long chat doesn't cause a hundred requests.
  const texts = passed.flatMap(({ text, as }) => (as ? [] : [text]));
  const isForced = (hasPersonalData: boolean) => hasPersonalData && settings.forceDoNotStoreOnPiiWarn;
  const hadPersonalData = passed.some(({ as }) => as?.hasPersonalData);
  if (texts.length === 0) return { mustNotStore: isForced(hadPersonalData) };

  const result = await moderation.check(texts.join('\n\n'), { provider, signal, settings, countries });
  const { decision, source, categories, message } = result;
  if (decision === 'block') {
    const blockedMessage = `${message} Nothing was sent, and you were not charged.`;
    const data = { decision, source, categories };
    const isBlocked = categories.some(({ action }) => action === 'block');
    throw isBlocked
      ? new DomainError('invalid', blockedMessage, { code: 'moderation_blocked', data })
      : new DomainError('unavailable', blockedMessage, { code: 'moderation_unavailable', data });
  }
  const hasPersonalData = categories.some(({ name }) => name === 'personal-data');
  if (source !== 'unavailable') for (const text of texts) known.add(judged(text), { hasPersonalData });
  return { mustNotStore: isForced(hasPersonalData || hadPersonalData) };
}

const turnsOf = (messages: readonly Message[]): Turn[] =>
  messages.map((message) => ({
    role: message.role === 'assistant' ? 'assistant' : 'user',
    text: textOfMessage(message),
  }));

/** Remembers a completion, which is an earlier turn of the user's next request. */
export function rememberCompletion(
  { moderation }: Pick<CompletionsDeps, 'moderation'>,
  text: string,
  about: About,
): void {
  moderation.known.add(replyOf(text, about), { hasPersonalData: false });
}

const replyOf = (text: string, { userId, provider }: About) => ['reply', userId, provider, text];
