import type { CoreServices } from '~/core/core-services';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { Moderation } from './moderation.server';

/** What moderation offers to other features. */
export interface ModerationServices {
  moderation: Moderation;
}

/** What the use cases of moderation need, each a part of it. */
export type ModerationDeps = Pick<CoreServices, 'clock' | 'prisma'> &
  ModerationServices &
  PreferencesServices;
