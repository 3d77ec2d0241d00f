import { EXPORT_ANSWERS, EXPORT_ERRORS } from '~/core/server/exports/send-export.server';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  exportQuerySchema,
  exportSession,
  SESSION_ERRORS,
  SESSION_RATE_LIMITS,
  sessionParams,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id/export', {
  GET: call({
    summary: 'Exports a saved session as a file',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.export,
    params: sessionParams,
    query: exportQuerySchema,
    ...EXPORT_ANSWERS,
    errors: { ...SESSION_ERRORS, ...EXPORT_ERRORS },
    handle: ({ services, actor, params, query, signal }) =>
      exportSession(services, actor, { id: params.id, format: query.format, signal }),
  }),
});
