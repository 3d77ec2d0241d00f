import { api, byMethod, readQuery } from '~/core/http.server';
import { logsSchema, requireBaiql, streamExecution } from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      const { after = 0 } = readQuery(request, logsSchema);
      const lastSeen = Number(request.headers.get('Last-Event-ID'));
      const afterLine = Number.isSafeInteger(lastSeen) && lastSeen > 0 ? lastSeen : after;
      return streamExecution(context.app.baiql, userId, params.id ?? '', {
        afterLine,
        signal: request.signal,
      });
    },
  }),
);
export const action = loader;
