import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { readSignInSettings } from '~/features/site/index.server';

export default apiRoute('/_configuration/:app', {
  GET: call({
    summary: 'Returns the login template’s settings',
    access: 'anyone',
    apiKey: 'none',
    params: z.object({ app: z.string().max(100) }),
    answer: z.record(z.string(), z.union([z.string(), z.boolean()])),
    errors: { unknown_application: 'not-found' },
    handle: ({ services, params: { app }, request }) =>
      readSignInSettings(services, { app, origin: new URL(request.url).origin }),
  }),
});
