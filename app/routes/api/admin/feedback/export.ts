import { apiRoute, call } from '~/core/edge/declare-call.server';
import { exportFeedback } from '~/features/feedback/index.server';

export default apiRoute('/api/admin/feedback/export', {
  GET: call({
    summary: 'Exports the answers to the feedback survey',
    access: 'feedback:read',
    apiKey: 'none',
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row per submission.' },
    failure: 'Export failed',
    handle: ({ services, actor }) => exportFeedback(services, actor),
  }),
});
