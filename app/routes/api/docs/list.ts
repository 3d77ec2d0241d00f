import { apiRoute, call } from '~/core/edge/declare-call.server';
import { docListQuerySchema, docListSchema, listDocs } from '~/features/docs/index.server';

export default apiRoute('/api/docs', {
  GET: call({
    summary: 'Lists the Learn documents',
    access: 'anyone',
    apiKey: 'none',
    query: docListQuerySchema,
    answer: docListSchema,
    handle: ({ services }) => listDocs(services),
  }),
});
