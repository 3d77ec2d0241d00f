import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  BAIQL_RATE_LIMITS,
  environmentSchema,
  MAX_SCRIPT_BODY_BYTES,
  readEnvironment,
  readEnvironmentSchema,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/environment', {
  POST: call({
    summary: 'Returns a script’s environment: your files, the columns of its tables, and the models',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.execute,
    body: readEnvironmentSchema,
    maxBodyBytes: MAX_SCRIPT_BODY_BYTES,
    answer: environmentSchema,
    errors: { check_called_off: 'invalid', too_many_checks: 'rate-limited' },
    handle: ({ services, actor, body, signal }) =>
      readEnvironment(services, actor, { script: body.scriptContent, signal }),
  }),
});
