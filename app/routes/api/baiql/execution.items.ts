import { api, byMethod, json, readQuery } from '~/core/http.server';
import { listItems, listItemsSchema, requireBaiql } from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      const query = readQuery(request, listItemsSchema);
      return json(await listItems(context.app.baiql, userId, params.id ?? '', query));
    },
  }),
);
export const action = loader;
