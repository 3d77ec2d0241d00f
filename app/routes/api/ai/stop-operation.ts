import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { stopOperation } from '~/features/completions/index.server';

const stop = byMethod({
  POST: async ({ request, context, params }) => {
    const actor = await requireActor(request, context);
    stopOperation(context.app.completion, actor.userId, params.key ?? '');
    return json({ message: 'Stopping.' }, { status: 202 });
  },
});

export const action = api(stop);
export const loader = api(stop);
