import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listUnsentMails, unsentMailsQuerySchema, unsentMailsSchema } from '~/features/mails/index.server';

export default apiRoute('/api/admin/mails', {
  GET: call({
    summary: 'Lists the emails of the last 30 days that are waiting, were refused or were given up',
    access: 'diagnostics:run',
    apiKey: 'none',
    query: unsentMailsQuerySchema,
    answer: unsentMailsSchema,
    handle: ({ services, query }) => listUnsentMails(services, query),
  }),
});
