import { apiRoute, call } from '~/core/edge/declare-call.server';
import { sharedSessionParams, SWITCH_OFF_ERRORS, switchOffShare } from '~/features/sessions/index.server';

export default apiRoute('/api/admin/shared-sessions/:id', {
  DELETE: call({
    summary: 'Ends the link of a shared session; its owner can’t share the session again',
    access: 'prompts:moderate',
    apiKey: 'none',
    params: sharedSessionParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: SWITCH_OFF_ERRORS,
    handle: ({ services, actor, params }) => switchOffShare(services, actor, params.id),
  }),
});
