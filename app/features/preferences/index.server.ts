export { createPreferences } from './preferences-store.server';
export { changePreferences } from './change-preferences.server';
export { changeLowBalanceThreshold, readLowBalanceThreshold } from './low-balance-threshold.server';
export {
  favoriteCategorySchema,
  lowBalanceAnswerSchema,
  lowBalanceSchema,
  preferenceChangesSchema,
  PREFERENCES_BODY_BYTES,
  preferencesFromForm,
  preferencesSchema,
  timezoneSchema,
} from './schema';
export { savePreferences } from './save-preferences.server';
export type { PreferencesDeps, PreferencesServices } from './deps.server';
