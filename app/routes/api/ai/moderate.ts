import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  moderationAnswerSchema,
  MODERATION_RATE_LIMIT,
  moderateSchema,
  moderateText,
} from '~/features/moderation/index.server';

export default apiRoute('/api/ai/moderate', {
  POST: call({
    summary: 'Says whether a text may be sent',
    description:
      'It costs nothing, and nothing of the text is kept. Who judges depends on the server’s settings, and for some of them on the provider that the text is meant for.',
    access: 'signed-in',
    rateLimit: MODERATION_RATE_LIMIT,
    body: moderateSchema,
    /** Room for the longest text in any script. */
    maxBodyBytes: 2 * 1024 * 1024,
    answer: moderationAnswerSchema,
    handle: ({ services, body, signal }) => moderateText(services, { ...body, signal }),
  }),
});
