export { moderationAnswerSchema } from './responses';
export { countriesOf, createModeration, moderateText, type Moderation } from './moderation.server';
export { moderateSchema, MODERATION_RATE_LIMIT } from './schema';
export { moderationFormSchema, moderationSettingsSchema, tryTextSchema } from './schema';
export { readModerationSettings, saveModerationSettings, tryModeration } from './save-settings.server';
export { createSettingsStore } from './settings-store.server';
export type { ModerationServices } from './deps.server';
