export { moderationAnswerSchema, type ModerationAnswer } from './answers';
