import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders, withStatus } from '~/core/edge/reply.server';
import { optionalIdempotencyHeaders } from '~/features/completions/index.server';
import {
  BAIQL_RATE_LIMITS,
  executeSchema,
  executeScript,
  listRuns,
  listRunsSchema,
  MAX_SCRIPT_BODY_BYTES,
  runPageSchema,
  runSchema,
  validationSchema,
  checkWithinTimeout,
  describeCheck,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute', {
  GET: call({
    summary: 'Lists your runs, newest first',
    access: 'baiql:use',
    apiKey: 'baiql',
    query: listRunsSchema,
    answer: runPageSchema,
    handle: ({ services, actor, query }) => listRuns(services, actor, query),
  }),
  POST: call({
    summary: 'Checks a script, or runs it',
    description:
      'With the mode VALIDATE the answer, with status 200, says what a run would do and cost; nothing is sent or charged. ' +
      'What takes longer than half a minute is refused, for a run as for a check: POST /api/baiql/estimates does it ' +
      'as a job, and a run that names its estimateId starts right away. ' +
      'With EXECUTE or QUIET a run begins and is the answer. The same X-Idempotency-Key with the same script starts one ' +
      'run; asked again, the answer is that run, with the header X-Idempotent-Replayed: true.',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.execute,
    headers: optionalIdempotencyHeaders,
    body: executeSchema,
    maxBodyBytes: MAX_SCRIPT_BODY_BYTES,
    answer: runSchema,
    status: 202,
    otherStatuses: { 200: validationSchema },
    errors: {
      script_errors: 'invalid',
      cannot_run: 'invalid',
      check_called_off: 'invalid',
      estimate_takes_long: 'unprocessable',
      estimate_of_another_script: 'unprocessable',
      estimate_not_done: 'conflict',
      too_many_checks: 'rate-limited',
      idempotency_key_reused: 'unprocessable',
      too_many_runs: 'conflict',
      insufficient_funds: 'payment-required',
    },
    handle: async ({ services, actor, headers, body, signal }) => {
      const {
        scriptContent: script,
        mode,
        scriptName,
        model = null,
        first = null,
        estimateId = null,
        reuse,
      } = body;
      if (mode === 'VALIDATE') {
        return withStatus(
          describeCheck(await checkWithinTimeout(services, actor, { script, model, first, signal })),
          200,
        );
      }
      const requestKey = headers['x-idempotency-key'] ?? null;
      const toRun = { script, mode, model, first, scriptName, requestKey, estimateId, reuse, signal };
      const { run, isNew } = await executeScript(services, actor, toRun);
      return isNew ? run : withHeaders(run, { 'X-Idempotent-Replayed': 'true' });
    },
  }),
});
