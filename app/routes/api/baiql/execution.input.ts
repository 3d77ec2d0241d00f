import { apiRoute, call } from '~/core/edge/declare-call.server';
import { BAIQL_RATE_LIMITS, itemInputSchema, itemParams, readItemInput } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/items/:batch/:number/input', {
  GET: call({
    summary: 'Reads the row and the documents of a transaction, as its files are now',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.preview,
    params: itemParams,
    answer: itemInputSchema,
    errors: { no_such_run: 'not-found', no_such_item: 'not-found', details_removed: 'conflict' },
    handle: ({ services, actor, params, signal }) => readItemInput(services, actor, { ...params, signal }),
  }),
});
