import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  FEEDBACK_ERRORS,
  FEEDBACK_RATE_LIMIT,
  feedbackAnswerSchema,
  feedbackSchema,
  submitFeedback,
} from '~/features/feedback/index.server';

export default apiRoute('/api/feedback', {
  POST: call({
    summary: 'Takes the answers of the feedback survey of a test-drive account',
    access: 'signed-in',
    rateLimit: FEEDBACK_RATE_LIMIT,
    body: feedbackSchema,
    answer: feedbackAnswerSchema,
    status: 201,
    errors: FEEDBACK_ERRORS,
    handle: ({ services, actor, body }) => submitFeedback(services, actor, body),
  }),
});
