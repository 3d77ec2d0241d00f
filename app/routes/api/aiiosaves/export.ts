import { EXPORT_ANSWERS, EXPORT_ERRORS } from '~/core/server/exports/send-export.server';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  exportThread,
  exportThreadSchema,
  MAX_SESSION_BODY_BYTES,
  SESSION_RATE_LIMITS,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/export', {
  POST: call({
    summary: 'Exports an unsaved session as a file',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.export,
    body: exportThreadSchema,
    maxBodyBytes: MAX_SESSION_BODY_BYTES,
    ...EXPORT_ANSWERS,
    errors: EXPORT_ERRORS,
    handle: ({ services, actor, body, signal }) => exportThread(services, actor, { input: body, signal }),
  }),
});
