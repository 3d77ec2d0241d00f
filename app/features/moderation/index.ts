export { PolicyPage } from './policy-page';
export { ModerationSettingsPage } from './settings-page';
export { restore, type Redaction } from './redact';
export { useReview } from './use-review';
