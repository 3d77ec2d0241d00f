import { apiRoute, call } from '~/core/edge/declare-call.server';
import { itemPageSchema, listItems, listItemsSchema, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/items', {
  GET: call({
    summary: 'Lists the transactions of a run, with their prompts and replies',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    query: listItemsSchema,
    answer: itemPageSchema,
    errors: { no_such_run: 'not-found' },
    handle: ({ services, actor, params, query, signal }) =>
      listItems(services, actor, { id: params.id, ...query, signal }),
  }),
});
