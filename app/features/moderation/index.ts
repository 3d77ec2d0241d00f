export { moderationAnswerSchema, type ModerationAnswer } from './responses';
