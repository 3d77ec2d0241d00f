import { apiRoute, call } from '~/core/edge/declare-call.server';
import { userParams } from '~/features/admin/index.server';
import { apiKeysSchema, listKeysOfUser } from '~/features/api-keys/index.server';

export default apiRoute('/api/admin/users/:id/keys', {
  GET: call({
    summary: 'Lists the API keys of an account, without their secrets',
    access: 'users:manage',
    apiKey: 'none',
    params: userParams,
    answer: apiKeysSchema,
    errors: { no_such_user: 'not-found' },
    handle: ({ services, params }) => listKeysOfUser(services, params.id),
  }),
});
