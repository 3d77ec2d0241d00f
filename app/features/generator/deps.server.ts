import type { PreferencesServices } from '~/features/preferences/index.server';
import type { ContentStore } from './content/content-store.server';

/** What generator offers to other features. */
export interface GeneratorServices {
  content: ContentStore;
}

/** What the use cases of generator need, each a part of it. */
export type GeneratorDeps = GeneratorServices & PreferencesServices;
