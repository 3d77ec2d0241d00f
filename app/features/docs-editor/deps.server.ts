import type { CoreServices } from '~/core/core-services';
import type { DocsServices } from '~/features/docs/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** Dependencies of the docs-editor use cases; each takes a part of them. */
export type DocsEditorDeps = Pick<CoreServices, 'clock' | 'prisma'> & DocsServices & PreferencesServices;
