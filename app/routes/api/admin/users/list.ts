import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminUsersSchema,
  listUsers,
  USER_SEARCH_RATE_LIMIT,
  usersQuerySchema,
} from '~/features/admin/index.server';

export default apiRoute('/api/admin/users', {
  GET: call({
    summary: 'Lists accounts, searchable by part of their email or name',
    access: 'users:manage',
    apiKey: 'none',
    rateLimit: USER_SEARCH_RATE_LIMIT,
    query: usersQuerySchema,
    answer: adminUsersSchema,
    handle: ({ services, query }) => listUsers(services, query),
  }),
});
