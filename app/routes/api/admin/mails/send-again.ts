import { apiRoute, call } from '~/core/edge/declare-call.server';
import { MAIL_ERRORS, mailKeySchema, sendMailAgain, sentAgainSchema } from '~/features/mails/index.server';

export default apiRoute('/api/admin/mails/send-again', {
  POST: call({
    summary: 'Tries to send an unsent email at once; one that was refused or given up gets three more days',
    access: 'diagnostics:run',
    apiKey: 'none',
    body: mailKeySchema,
    answer: sentAgainSchema,
    errors: MAIL_ERRORS,
    handle: ({ services, actor, body }) => sendMailAgain(services, actor, body),
  }),
});
