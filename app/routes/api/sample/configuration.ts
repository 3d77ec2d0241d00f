import { DomainError } from '~/core/shared/errors';
import { api, json } from '~/core/http.server';
import { isAppName, signInSettings } from '~/features/site/index.server';

export const loader = api(({ request, context, params }) => {
  const app = params.app ?? '';
  if (!isAppName(app))
    throw new DomainError('not-found', 'Could not load settings', { code: 'unknown_application' });
  const siteUrl = context.app.env.APP_URL ?? new URL(request.url).origin;
  return json(signInSettings(app, siteUrl.replace(/\/$/, '')));
});
