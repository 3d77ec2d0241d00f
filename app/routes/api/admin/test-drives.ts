import { requireActor, requirePermission } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { makeTestDrives } from '~/features/accounts/index.server';
import { readForm } from '../auth/read-form.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const actor = await requireActor(request, context);
      requirePermission(actor, 'users:manage');
      return json(await makeTestDrives(context.app.accounts, actor, await readForm(request)), {
        status: 201,
      });
    },
  }),
);
export const loader = action;
