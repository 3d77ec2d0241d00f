export { createPreferences, type PreferencesStore } from './preferences-store.server';
export { changesFromForm } from './preference-fields';
export { readSpendCaps } from './read-spend-caps.server';
export { favoriteCategorySchema, lowBalanceSchema, preferenceChangesSchema } from './schema';
