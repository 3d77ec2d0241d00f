import { DomainError } from '~/core/shared/errors';
import type { Services } from '~/services';

/** What somebody sends, or says that a model has said before. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

interface About {
  userId: string;
  provider: string;
}

/**
 * Lets turns through that may be sent, warned about or not: a warning is for their sender to weigh, before. A reply that
 * the provider gave this user is the model's own; whatever else is sent as one is judged like the rest. Says whether the
 * turns must not be stored. @throws DomainError `moderation_blocked`, `moderation_unavailable`
 */
export async function refuseBlocked(
  { moderation }: Services,
  turns: readonly Turn[],
  { userId, provider, signal }: About & { signal: AbortSignal },
): Promise<{ mustNotStore: boolean }> {
  const settings = await moderation.settings();
  const { known } = moderation;
  const judged = (text: string) => ['judged', userId, provider, JSON.stringify(settings), text];
  const passed = turns.map(({ role, text }) => {
    const own = role === 'assistant' ? known.find(replyOf(text, { userId, provider })) : undefined;
    return { text, as: own ?? known.find(judged(text)) };
  });
  // Those that are new are judged together, as one text: a long chat is no reason for a hundred requests.
  const texts = passed.flatMap(({ text, as }) => (as ? [] : [text]));
  const isForced = (hasPersonalData: boolean) => hasPersonalData && settings.forceDoNotStoreOnPiiWarn;
  const hadPersonalData = passed.some(({ as }) => as?.hasPersonalData);
  if (texts.length === 0) return { mustNotStore: isForced(hadPersonalData) };

  const result = await moderation.check(texts.join('\n\n'), { provider, signal, settings });
  const { decision, source, categories, message } = result;
  if (decision === 'block') {
    const said = `${message} Nothing was sent, and you were not charged.`;
    const data = { decision, source, categories };
    const isBlocked = categories.some(({ action }) => action === 'block');
    throw isBlocked
      ? new DomainError('invalid', said, { code: 'moderation_blocked', data })
      : new DomainError('unavailable', said, { code: 'moderation_unavailable', data });
  }
  const hasPersonalData = categories.some(({ name }) => name === 'personal-data');
  if (source !== 'unavailable') for (const text of texts) known.add(judged(text), { hasPersonalData });
  return { mustNotStore: isForced(hasPersonalData || hadPersonalData) };
}

/** A model has said this to the user: in their next send it is an earlier turn. */
export function rememberReply({ moderation }: Services, text: string, about: About): void {
  moderation.known.add(replyOf(text, about), { hasPersonalData: false });
}

const replyOf = (text: string, { userId, provider }: About) => ['reply', userId, provider, text];
