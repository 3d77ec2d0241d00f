import type { CoreServices } from '~/core/core-services';
import type { DocsServices } from '~/features/docs/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** What the use cases of docs-editor need, each a part of it. */
export type DocsEditorDeps = Pick<CoreServices, 'clock' | 'prisma'> & DocsServices & PreferencesServices;
