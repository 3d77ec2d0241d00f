import type { CoreServices } from '~/core/core-services';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { Moderation } from './moderation.server';

/** Services that moderation offers to other features. */
export interface ModerationServices {
  moderation: Moderation;
}

/** Dependencies of the moderation use cases; each takes a part of them. */
export type ModerationDeps = Pick<CoreServices, 'clock' | 'prisma'> &
  ModerationServices &
  PreferencesServices;
