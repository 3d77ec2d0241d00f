import type { CoreServices } from '~/core/core-services';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** What the use cases of audit need, each a part of it. */
export type AuditDeps = Pick<CoreServices, 'clock' | 'prisma'> & PreferencesServices;
