export { LANDING_PAGES, DEFAULT_PREFERENCES, type PreferenceName, type Preferences } from './schema';
