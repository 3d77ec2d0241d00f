import { requireActor } from '~/core/authorize.server';
import { api, byMethod, streamBody } from '~/core/http.server';
import { exportData } from '~/features/accounts/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const zip = await exportData(context.app.accounts, await requireActor(request, context));
      return new Response(streamBody(zip), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename="promptwell-my-data.zip"',
          'Cache-Control': 'no-store',
        },
      });
    },
  }),
);
export const action = loader;
