export { PolicyPage } from './policy-page';
export { ModerationSettingsPage } from './settings-page';
