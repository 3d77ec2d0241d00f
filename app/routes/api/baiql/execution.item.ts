import { apiRoute, call } from '~/core/edge/declare-call.server';
import { getItemDetail, itemDetailSchema, itemParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/items/:batch/:number', {
  GET: call({
    summary: 'Returns one transaction of a run, with its prompt and its whole reply',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: itemParams,
    answer: itemDetailSchema,
    errors: { no_such_run: 'not-found', no_such_item: 'not-found' },
    handle: ({ services, actor, params }) => getItemDetail(services, actor, params),
  }),
});
