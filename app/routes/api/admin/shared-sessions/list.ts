import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  listSharedSessions,
  sharedSessionsQuery,
  sharedSessionsSchema,
} from '~/features/sessions/index.server';

export default apiRoute('/api/admin/shared-sessions', {
  GET: call({
    summary: 'Lists the shared sessions, newest first, and those that were switched off',
    access: 'prompts:moderate',
    apiKey: 'none',
    query: sharedSessionsQuery,
    answer: sharedSessionsSchema,
    handle: ({ services, query }) => listSharedSessions(services, query),
  }),
});
