import type { PreferencesServices } from '~/features/preferences/index.server';
import type { ContentStore } from './content/content-store.server';

/** Services that the generator offers to other features. */
export interface GeneratorServices {
  content: ContentStore;
}

/** Dependencies of the generator use cases; each takes a part of them. */
export type GeneratorDeps = GeneratorServices & PreferencesServices;
