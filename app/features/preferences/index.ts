export * from './choices';
export type { PreferenceName, Preferences } from './schema';
export {
  modelValue,
  PREFERENCE_FIELDS,
  preferenceTexts,
  type AskedPreference,
  type ModelChoice,
} from './preference-fields';
export { preferencesFormShape } from './preferences-form';
export { PreferenceInput } from './components/preference-input';
export { localTimezone } from './timezones';
