import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminUserSchema,
  changeRoles,
  rolesSchema,
  USER_ERRORS,
  userParams,
} from '~/features/admin/index.server';

export default apiRoute('/api/admin/users/:id/roles', {
  PUT: call({
    summary: 'Sets an account’s roles',
    access: 'users:manage',
    apiKey: 'none',
    params: userParams,
    body: rolesSchema,
    answer: adminUserSchema,
    errors: USER_ERRORS,
    handle: ({ services, actor, params, body }) =>
      changeRoles(services, actor, { userId: params.id, roles: body.roles }),
  }),
});
