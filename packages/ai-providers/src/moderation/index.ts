/** Decides whether a text may be sent: classifiers, patterns, and thresholds. */
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
export {
  createModerator,
  classifierBesideOpenAi,
  type ClassifierSettings,
  type Moderator,
  type ModeratorOptions,
} from './create-moderator.js';
export { DEFAULT_COUNTRIES, isCountry, type Country, type FoundData } from '../personal-data.js';
export { findInLongText, redactLongText } from '../personal-data/long-texts.js';
export { screenText, type Screened } from './screen-text.js';
