import { apiRoute, call } from '~/core/edge/declare-call.server';
import { exportFeedback } from '~/features/feedback/index.server';

export default apiRoute('/api/admin/feedback/export', {
  GET: call({
    summary: 'Gives the answers of the feedback survey as a file',
    access: 'feedback:read',
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row for each submission.' },
    failure: 'Export failed',
    handle: ({ services, actor }) => exportFeedback(services, actor),
  }),
});
