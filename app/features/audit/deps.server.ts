import type { CoreServices } from '~/core/core-services';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** Dependencies of the audit use cases; each takes a part of them. */
export type AuditDeps = Pick<CoreServices, 'clock' | 'prisma'> & PreferencesServices;
