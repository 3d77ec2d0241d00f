import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import { ACCOUNT_RATE_LIMITS, invitationParams, resendInvitation } from '~/features/accounts/index.server';

export default apiRoute('/api/admin/invitations/:id/resend', {
  POST: call({
    summary: 'Emails an open invitation again',
    access: 'users:manage',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    params: invitationParams,
    answer: messageSchema,
    errors: { no_such_invitation: 'not-found', invitation_over: 'conflict' },
    handle: ({ services, actor, params }) => resendInvitation(services, actor, params.id),
  }),
});
