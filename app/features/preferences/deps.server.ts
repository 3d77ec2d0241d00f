import type { CoreServices } from '~/core/core-services';
import type { PreferencesStore } from './preferences-store.server';

/** Services that preferences offers to other features. */
export interface PreferencesServices {
  preferences: PreferencesStore;
}

/** Dependencies of the preferences use cases; each takes a part of them. */
export type PreferencesDeps = Pick<CoreServices, 'clock'> &
  PreferencesServices & {
    /** The categories that can be chosen. */
    content: { categories(): Promise<readonly { id: number }[]> };
  };
