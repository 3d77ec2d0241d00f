/** Whether a text may be sent: our own rules, OpenAI's moderation endpoint, and the settings that turn scores into a decision. */
export {
  CATEGORIES,
  DEFAULT_MODERATION_SETTINGS,
  type CategoryName,
  type CategoryVerdict,
  type Decision,
  type ModerationResult,
  type ModerationSettings,
  type ModerationSource,
} from './contract.js';
export { createModerator, type Moderator, type ModeratorOptions } from './create-moderator.js';
export { redactLongText } from './redact-long-text.js';
export { screenText, type Screened } from './screen-text.js';
