import { apiRoute, call } from '~/core/edge/declare-call.server';
import { ocrDailyQuerySchema, ocrDailySchema, readOcrDaily } from '~/features/admin/index.server';

export default apiRoute('/api/admin/metrics/ocr/daily', {
  GET: call({
    summary: 'Counts documents read with OCR, by day (UTC)',
    access: 'admin:open',
    apiKey: 'none',
    query: ocrDailyQuerySchema,
    answer: ocrDailySchema,
    failure: 'Failed to load admin metrics',
    handle: ({ services, query }) => readOcrDaily(services, query.days),
  }),
});
