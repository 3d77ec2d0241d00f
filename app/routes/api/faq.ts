import { apiRoute, call } from '~/core/edge/declare-call.server';
import { faqSchema, readFaq } from '~/features/docs/index.server';

export default apiRoute('/api/faq', {
  GET: call({
    summary: 'Returns the questions and answers, by category',
    access: 'anyone',
    apiKey: 'none',
    answer: faqSchema,
    handle: ({ services }) => readFaq(services),
  }),
});
