import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  createInvitation,
  invitationListSchema,
  invitationSchema,
  invitationsQuerySchema,
  listInvitations,
  newInvitationSchema,
} from '~/features/accounts/index.server';

export default apiRoute('/api/admin/invitations', {
  GET: call({
    summary: 'Lists the invitations to register, newest first, with the accounts that used them',
    access: 'users:manage',
    apiKey: 'none',
    query: invitationsQuerySchema,
    answer: invitationListSchema,
    handle: ({ services, query }) => listInvitations(services, query),
  }),
  POST: call({
    summary: 'Creates an invitation to register, and emails it if it is for an address',
    description:
      'An invitation for an address works once; without one, anyone with its link may use it. Role and credit are given once the new account’s address is confirmed.',
    access: 'users:manage',
    apiKey: 'none',
    body: newInvitationSchema,
    answer: invitationSchema,
    status: 201,
    errors: { already_registered: 'conflict', registration_closed: 'forbidden' },
    handle: ({ services, actor, body }) => createInvitation(services, actor, body),
  }),
});
