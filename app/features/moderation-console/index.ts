export { ModerationPage } from './moderation-page';
export { PolicyPage } from './policy-page';
export { ModerationSettingsPage } from './settings-page';
