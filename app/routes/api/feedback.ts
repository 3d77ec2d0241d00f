import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  FEEDBACK_ERRORS,
  FEEDBACK_RATE_LIMIT,
  feedbackSchema,
  submitFeedback,
} from '~/features/feedback/index.server';

export default apiRoute('/api/feedback', {
  POST: call({
    summary: 'Saves a test-drive account’s answers to the feedback survey',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: FEEDBACK_RATE_LIMIT,
    body: feedbackSchema,
    answer: messageSchema,
    status: 201,
    errors: FEEDBACK_ERRORS,
    handle: ({ services, actor, body }) => submitFeedback(services, actor, body),
  }),
});
