import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  BAIQL_RATE_LIMITS,
  estimateRequestSchema,
  estimateSchema,
  MAX_SCRIPT_BODY_BYTES,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/estimates', {
  POST: call({
    summary: 'Starts an estimate of what a run of a script would do and cost',
    description:
      'It does what POST /api/baiql/execute does with the mode VALIDATE, without holding the request up: reading ' +
      'hundreds of documents may take minutes. Ask for it by its id until its status is done, failed or cancelled. ' +
      'Estimates are kept in memory, for ten minutes after their end; a user has five at most.',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.estimate,
    body: estimateRequestSchema,
    maxBodyBytes: MAX_SCRIPT_BODY_BYTES,
    answer: estimateSchema,
    status: 202,
    errors: { too_many_estimates: 'rate-limited' },
    handle: ({ services, actor, body: { scriptContent: script, model = null, first = null } }) =>
      services.baiql.estimates.begin(actor, { script, model, first }),
  }),
});
