export { FeedbackSurvey } from './feedback-survey';
