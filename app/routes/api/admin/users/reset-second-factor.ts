import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import { resetSecondFactor } from '~/features/accounts/index.server';
import { userParams } from '~/features/admin/index.server';

export default apiRoute('/api/admin/users/:id/reset-second-factor', {
  POST: call({
    summary: 'Removes a user’s authenticator and recovery codes; they are told by mail',
    access: 'users:manage',
    apiKey: 'none',
    params: userParams,
    answer: messageSchema,
    errors: {
      no_such_user: 'not-found',
      own_second_factor: 'conflict',
      second_factor_off: 'conflict',
    },
    handle: ({ services, actor, params }) => resetSecondFactor(services, actor, params.id),
  }),
});
