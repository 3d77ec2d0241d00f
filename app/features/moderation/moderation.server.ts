import {
  createModerator,
  type ModerationResult,
  type ModerationSettings,
  type ModeratorOptions,
} from '@promptwell/ai-providers/moderation';
import { DomainError } from '~/core/shared/errors';
import type { Logger } from '~/core/server/logger.server';
import type { Services } from '~/services';
import { moderationSettingsSchema } from './schema';

/** The house's moderation: who judges, and by which settings. */
export interface Moderation {
  settings(): ModerationSettings;
  check(text: string): Promise<ModerationResult>;
  close(): Promise<void>;
}

export function createModeration(deps: { openAi: ModeratorOptions['openAi']; log: Logger }): Moderation {
  const moderator = createModerator({
    ...(deps.openAi === undefined ? {} : { openAi: deps.openAi }),
    onFallback: ({ kind, status, vendorCode }) => {
      deps.log.warn({ kind, status, vendorCode }, 'OpenAI’s moderation cannot be asked; our own rules judge');
    },
  });
  // One record for the whole house: the defaults, until an administrator can change them.
  const defaults = moderationSettingsSchema.parse({});
  const settings = (): ModerationSettings => defaults;
  return {
    settings,
    check: (text) => moderator.moderate(text, settings()),
    close: () => moderator.close(),
  };
}

/**
 * Lets a text through that may be sent, warned about or not: a warning is for its sender to weigh, before. Says whether
 * the text must not be stored. @throws DomainError `moderation_blocked`
 */
export async function refuseBlocked(
  { moderation }: Services,
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
