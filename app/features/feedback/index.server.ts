export { exportFeedback, readFeedbackResults } from './feedback-results.server';
export * from './schema';
export { FEEDBACK_RATE_LIMIT, feedbackData, readSurvey, submitFeedback } from './submit-feedback.server';
