export * from './choices';
export type { Preferences } from './schema';
export {
  EFFORT_LABELS,
  modelValue,
  PREFERENCE_NAMES,
  preferenceNoun,
  preferenceTexts,
  DASHBOARD_TAB_LABELS,
  type AskedPreference,
  type ModelChoice,
} from './preference-fields';
export { allPreferencesSchema, preferencesFormShape } from './preferences-form';
export { PreferenceInput } from './preference-input';
export { changedIn } from './changed-settings';
export { useSettings, type Settings } from './use-settings';
