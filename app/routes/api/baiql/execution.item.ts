import { apiRoute, call } from '~/core/edge/declare-call.server';
import { getItem, itemParams, runItemSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/items/:batch/:number', {
  GET: call({
    summary: 'Gives one transaction of a run, with its prompt and reply',
    access: 'baiql:use',
    params: itemParams,
    answer: runItemSchema,
    errors: { no_such_run: 'not-found', no_such_item: 'not-found' },
    handle: ({ services, actor, params }) => getItem(services, actor, params),
  }),
});
