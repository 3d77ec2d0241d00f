import { apiRoute, call } from '~/core/edge/declare-call.server';
import { getUserInfo, userInfoSchema } from '~/features/accounts/index.server';

export default apiRoute('/api/user-info', {
  GET: call({
    summary: 'Returns your account',
    access: 'signed-in',
    apiKey: 'none',
    answer: userInfoSchema,
    failure: 'Failed to get user info',
    handle: ({ actor }) => getUserInfo(actor),
  }),
});
