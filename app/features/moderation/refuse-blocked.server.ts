import { DomainError } from '~/core/shared/errors';
import type { Moderation } from './moderation.server';

/**
 * Lets a text through that may be sent, warned about or not: a warning is for its sender to weigh, before. Says whether
 * the text must not be stored. @throws DomainError `moderation_blocked`
 */
export async function refuseBlocked(
  moderation: Moderation,
  text: string,
): Promise<{ mustNotStore: boolean }> {
  const { decision, source, categories, message } = await moderation.check(text);
  if (decision === 'block') {
    throw new DomainError('invalid', `${message} Nothing was sent, and you were not charged.`, {
      code: 'moderation_blocked',
      data: { decision, source, categories },
    });
  }
  const hasPersonalData = categories.some(({ name }) => name === 'personal-data');
  return { mustNotStore: hasPersonalData && moderation.settings().forceDoNotStoreOnPiiWarn };
}
