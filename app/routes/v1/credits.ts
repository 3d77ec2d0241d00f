import { apiRoute, call } from '~/core/edge/declare-call.server';
import { creditsSchema, readCredits } from '~/features/open-api/index.server';

export default apiRoute('/v1/credits', {
  GET: call({
    summary: 'Returns the balance',
    access: 'signed-in',
    apiKey: 'usage',
    answer: creditsSchema,
    handle: ({ services, actor }) => readCredits(services, actor),
  }),
});
