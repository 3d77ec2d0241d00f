import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminDocItemQuerySchema,
  adminDocSchema,
  readEditableDoc,
} from '~/features/docs-editor/index.server';

export default apiRoute('/api/admin/docs/item', {
  GET: call({
    summary: 'Returns a docs text for editing',
    access: 'docs:edit',
    apiKey: 'none',
    query: adminDocItemQuerySchema,
    answer: adminDocSchema,
    errors: { doc_not_found: 'not-found' },
    handle: ({ services, query }) => readEditableDoc(services, query),
  }),
});
