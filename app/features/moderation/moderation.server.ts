import {
  createModerator,
  type ModerationResult,
  type ModerationSettings,
  type ModeratorOptions,
} from '@promptwell/ai-providers/moderation';
import type { Logger } from '~/core/server/logger.server';
import { moderationSettingsSchema } from './settings';

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
