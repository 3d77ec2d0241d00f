import { apiRoute, call } from '~/core/edge/declare-call.server';
import { overviewSchema, readOverview } from '~/features/admin/index.server';

export default apiRoute('/api/admin/metrics/overview', {
  GET: call({
    summary: 'Counts users, prompts, and OCR use in the last 7 days',
    access: 'admin:open',
    apiKey: 'none',
    answer: overviewSchema,
    failure: 'Failed to load admin metrics',
    handle: ({ services }) => readOverview(services),
  }),
});
