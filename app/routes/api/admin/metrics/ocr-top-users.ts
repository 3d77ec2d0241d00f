import { apiRoute, call } from '~/core/edge/declare-call.server';
import { ocrTopUsersQuerySchema, ocrTopUsersSchema, readOcrTopUsers } from '~/features/admin/index.server';

export default apiRoute('/api/admin/metrics/ocr/top-users', {
  GET: call({
    summary: 'Lists the top OCR users',
    access: 'admin:open',
    apiKey: 'none',
    query: ocrTopUsersQuerySchema,
    answer: ocrTopUsersSchema,
    failure: 'Failed to load admin metrics',
    handle: ({ services, query }) => readOcrTopUsers(services, query),
  }),
});
