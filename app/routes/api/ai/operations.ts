import { apiRoute, call } from '~/core/edge/declare-call.server';
import { findOperation, operationSchema, operationParams } from '~/features/completions/index.server';

export default apiRoute('/api/ai/operations/:key', {
  GET: call({
    summary: 'Returns the outcome of a request, so its reply is found after a reload or a lost connection',
    access: 'signed-in',
    apiKey: 'completions',
    params: operationParams,
    answer: operationSchema,
    errors: { no_such_operation: 'not-found' },
    handle: ({ services, actor, params }) => findOperation(services, actor, params.key),
  }),
});
