import { apiRoute, call } from '~/core/edge/declare-call.server';
import { auditQuerySchema, exportAudit } from '~/features/audit/index.server';

export default apiRoute('/api/admin/audit/export', {
  GET: call({
    summary: 'Exports the audit log, with the list’s filters',
    access: 'audit:read',
    apiKey: 'none',
    query: auditQuerySchema.omit({ after: true, pageSize: true }),
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row per event, newest first.' },
    failure: 'Export failed',
    handle: ({ services, actor, query }) => exportAudit(services, actor, { ...query, pageSize: 100 }),
  }),
});
