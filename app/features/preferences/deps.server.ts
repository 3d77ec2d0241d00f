import type { CoreServices } from '~/core/core-services';
import type { PreferencesStore } from './preferences-store.server';

/** What preferences offers to other features. */
export interface PreferencesServices {
  preferences: PreferencesStore;
}

/** What the use cases of preferences need, each a part of it. */
export type PreferencesDeps = Pick<CoreServices, 'clock'> &
  PreferencesServices & {
    /** The categories that can be chosen. */
    content: { categories(): Promise<readonly { id: number }[]> };
  };
