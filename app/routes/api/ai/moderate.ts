import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  moderationAnswerSchema,
  MODERATION_RATE_LIMIT,
  moderateSchema,
  moderateText,
} from '~/features/moderation/index.server';

export default apiRoute('/api/ai/moderate', {
  POST: call({
    summary: 'Checks whether a text may be sent',
    description:
      'It costs nothing, and the text is not stored. What checks it depends on the server’s settings and, for some settings, on the provider the text is meant for.',
    access: 'signed-in',
    apiKey: 'completions',
    rateLimit: MODERATION_RATE_LIMIT,
    body: moderateSchema,
    /** Fits the longest text in any script. */
    maxBodyBytes: 2 * 1024 * 1024,
    answer: moderationAnswerSchema,
    handle: ({ services, actor, body, signal }) => moderateText(services, actor, { ...body, signal }),
  }),
});
