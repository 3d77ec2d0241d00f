import { apiRoute, call } from '~/core/edge/declare-call.server';
import { adminUserSchema, suspendUser, USER_ERRORS, userParams } from '~/features/admin/index.server';

export default apiRoute('/api/admin/users/:id/suspend', {
  POST: call({
    summary: 'Suspends an account; its sessions end, its runs stop, and its plan ends with its paid period',
    access: 'users:manage',
    apiKey: 'none',
    params: userParams,
    answer: adminUserSchema,
    errors: USER_ERRORS,
    handle: ({ services, actor, params }) => suspendUser(services, actor, params.id),
  }),
});
