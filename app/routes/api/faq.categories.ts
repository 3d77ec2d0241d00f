import { apiRoute, call } from '~/core/edge/declare-call.server';
import { faqSchema, readFaq } from '~/features/docs/index.server';

export default apiRoute('/api/FAQ/categories', {
  GET: call({
    summary: 'Returns the same as GET /api/faq',
    access: 'anyone',
    apiKey: 'none',
    answer: faqSchema,
    handle: ({ services }) => readFaq(services),
  }),
});
