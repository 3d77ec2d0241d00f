export * from './choices';
export type { PreferenceName, Preferences } from './schema';
