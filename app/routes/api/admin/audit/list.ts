import { apiRoute, call } from '~/core/edge/declare-call.server';
import { auditPageSchema, auditQuerySchema, listAudit } from '~/features/audit/index.server';

export default apiRoute('/api/admin/audit', {
  GET: call({
    summary: 'Lists what administrators did, newest first',
    access: 'audit:read',
    apiKey: 'none',
    query: auditQuerySchema,
    answer: auditPageSchema,
    errors: { invalid_page: 'invalid' },
    handle: ({ services, query }) => listAudit(services, query),
  }),
});
