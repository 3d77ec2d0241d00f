import { apiRoute, call } from '~/core/edge/declare-call.server';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import { isAppName, signInSettings } from '~/features/site/index.server';

export default apiRoute('/_configuration/:app', {
  GET: call({
    summary: 'Returns the login template’s settings',
    access: 'anyone',
    params: z.object({ app: z.string().max(100) }),
    answer: z.record(z.string(), z.union([z.string(), z.boolean()])),
    errors: { unknown_application: 'not-found' },
    handle: ({ services, params: { app }, request }) => {
      if (!isAppName(app)) {
        throw new DomainError('not-found', 'Could not load settings', { code: 'unknown_application' });
      }
      const siteUrl = services.env.APP_URL ?? new URL(request.url).origin;
      return { ...signInSettings(app, siteUrl.replace(/\/$/, '')) };
    },
  }),
});
