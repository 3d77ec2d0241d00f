export * from './choices';
export type { PreferenceName, Preferences } from './schema';
export { ROTATION_FIELDS, SPENDING_FIELDS, TIME_FIELDS } from './preference-fields';
export { PreferenceInputs } from './components/preference-inputs';
