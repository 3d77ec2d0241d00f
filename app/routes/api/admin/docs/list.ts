import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminDocListQuerySchema,
  adminDocListSchema,
  listEditableDocs,
} from '~/features/docs-editor/index.server';

export default apiRoute('/api/admin/docs/list', {
  GET: call({
    summary: 'Lists the docs texts that can be edited',
    access: 'docs:edit',
    apiKey: 'none',
    query: adminDocListQuerySchema,
    answer: adminDocListSchema,
    handle: ({ services, query }) => listEditableDocs(services, query.docType),
  }),
});
