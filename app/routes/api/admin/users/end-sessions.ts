import { apiRoute, call } from '~/core/edge/declare-call.server';
import { adminUserSchema, endUserSessions, USER_ERRORS, userParams } from '~/features/admin/index.server';

export default apiRoute('/api/admin/users/:id/end-sessions', {
  POST: call({
    summary: 'Logs an account out everywhere, including scripts',
    access: 'users:manage',
    apiKey: 'none',
    params: userParams,
    answer: adminUserSchema,
    errors: USER_ERRORS,
    handle: ({ services, actor, params }) => endUserSessions(services, actor, params.id),
  }),
});
