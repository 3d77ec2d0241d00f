import { apiRoute, call } from '~/core/edge/declare-call.server';
import { auditQuerySchema, exportAudit } from '~/features/audit/index.server';

export default apiRoute('/api/admin/audit/export', {
  GET: call({
    summary: 'Gives the audit log as a file; the filters are those of the list',
    access: 'audit:read',
    query: auditQuerySchema.omit({ after: true, pageSize: true }),
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row for each event, the newest first.' },
    failure: 'Export failed',
    handle: ({ services, actor, query }) => exportAudit(services, actor, { ...query, pageSize: 100 }),
  }),
});
