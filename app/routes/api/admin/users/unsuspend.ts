import { apiRoute, call } from '~/core/edge/declare-call.server';
import { adminUserSchema, unsuspendUser, USER_ERRORS, userParams } from '~/features/admin/index.server';

export default apiRoute('/api/admin/users/:id/unsuspend', {
  POST: call({
    summary: 'Unsuspends an account',
    access: 'users:manage',
    apiKey: 'none',
    params: userParams,
    answer: adminUserSchema,
    errors: USER_ERRORS,
    handle: ({ services, actor, params }) => unsuspendUser(services, actor, params.id),
  }),
});
