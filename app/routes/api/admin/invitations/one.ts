import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import { invitationParams, revokeInvitation } from '~/features/accounts/index.server';

export default apiRoute('/api/admin/invitations/:id', {
  DELETE: call({
    summary: 'Revokes an invitation: its link stops working, and accounts that used it stay',
    access: 'users:manage',
    apiKey: 'none',
    params: invitationParams,
    answer: messageSchema,
    errors: { no_such_invitation: 'not-found', invitation_over: 'conflict' },
    handle: ({ services, actor, params }) => revokeInvitation(services, actor, params.id),
  }),
});
