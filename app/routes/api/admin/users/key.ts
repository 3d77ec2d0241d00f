import { apiRoute, call } from '~/core/edge/declare-call.server';
import { keyOfUserParams, revokeKeyOfUser } from '~/features/api-keys/index.server';

export default apiRoute('/api/admin/users/:id/keys/:keyId', {
  DELETE: call({
    summary: 'Revokes an API key of an account for good',
    access: 'users:manage',
    apiKey: 'none',
    params: keyOfUserParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: { no_such_key: 'not-found' },
    handle: ({ services, actor, params }) =>
      revokeKeyOfUser(services, actor, { userId: params.id, keyId: params.keyId }),
  }),
});
