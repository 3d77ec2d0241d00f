export { createModeration, moderateText, refuseBlocked, type Moderation } from './moderation.server';
export { moderateSchema, moderationAnswerSchema, MODERATION_RATE_LIMIT } from './schema';
