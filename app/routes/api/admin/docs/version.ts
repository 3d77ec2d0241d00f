import { apiRoute, call } from '~/core/edge/declare-call.server';
import { docVersionQuerySchema, docVersionSchema, readDocVersion } from '~/features/docs-editor/index.server';

export default apiRoute('/api/admin/docs/version', {
  GET: call({
    summary: 'Returns one version of a docs text',
    access: 'docs:edit',
    apiKey: 'none',
    query: docVersionQuerySchema,
    answer: docVersionSchema,
    errors: { doc_not_found: 'not-found' },
    handle: ({ services, query }) => readDocVersion(services, query),
  }),
});
