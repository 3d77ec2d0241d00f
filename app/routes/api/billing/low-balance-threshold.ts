import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, readJson } from '~/core/http.server';
import { lowBalanceSchema } from '~/features/preferences/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireActor(request, context);
      const { LowBalanceWarnCents } = await context.app.preferences.read(userId);
      return json({ lowBalanceWarnCents: LowBalanceWarnCents });
    },
    POST: async ({ request, context }) => {
      const { userId } = await requireActor(request, context);
      const { lowBalanceWarnCents } = await readJson(request, lowBalanceSchema);
      await context.app.preferences.change(userId, { LowBalanceWarnCents: lowBalanceWarnCents });
      return json({ lowBalanceWarnCents });
    },
  }),
);
export const action = loader;
