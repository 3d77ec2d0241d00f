import { apiRoute, call } from '~/core/edge/declare-call.server';
import { readRequiredRoles, requireSecondFactorOf } from '~/features/accounts/index.server';
import { rolesSchema } from '~/features/admin/index.server';

export default apiRoute('/api/admin/second-factor-roles', {
  GET: call({
    summary: 'The roles whose users must have a second factor',
    access: 'users:manage',
    apiKey: 'none',
    answer: rolesSchema,
    handle: async ({ services }) => ({ roles: await readRequiredRoles(services) }),
  }),
  PUT: call({
    summary: 'Sets the roles whose users must have a second factor',
    description: 'From their next request on, those who have none may only set one up.',
    access: 'users:manage',
    apiKey: 'none',
    body: rolesSchema,
    answer: rolesSchema,
    handle: ({ services, actor, body }) => requireSecondFactorOf(services, actor, body),
  }),
});
