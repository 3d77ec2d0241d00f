export { createPreferences, type PreferencesStore } from './preferences-store.server';
export { changePreferences, isRaiseActive, readRaise } from './raised-limit.server';
export { readSpendCaps } from './read-spend-caps.server';
export {
  favoriteCategorySchema,
  lowBalanceAnswerSchema,
  lowBalanceSchema,
  preferenceChangesSchema,
  preferencesFromForm,
  preferencesSchema,
} from './schema';
export { savePreferences } from './save-preferences.server';
