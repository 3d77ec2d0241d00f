export * from './choices';
export type { PreferenceName, Preferences } from './schema';
export {
  MODEL_FIELDS,
  modelValue,
  ROTATION_FIELDS,
  SPENDING_FIELDS,
  TIME_FIELDS,
  type ModelChoice,
} from './preference-fields';
export { PreferenceInputs } from './components/preference-inputs';
