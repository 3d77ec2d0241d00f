import { DomainError } from '~/core/shared/errors';
import type { SiteDeps } from './deps.server';

/** Letters, digits and . _ - only, so that nothing else finds its way into the answer. */
const APP_NAME = /^[\w.-]{1,64}$/;

/**
 * What a program needs in order to send people to sign in here. Nothing in it is secret.
 * @throws DomainError `not-found` where `app` cannot be the name of a program
 */
export function readSignInSettings(
  { env }: Pick<SiteDeps, 'env'>,
  { app, origin }: { app: string; origin: string },
) {
  if (!APP_NAME.test(app)) {
    throw new DomainError('not-found', 'Could not load settings', { code: 'unknown_application' });
  }
  const siteUrl = (env.APP_URL ?? origin).replace(/\/$/, '');
  return {
    authority: siteUrl,
    client_id: app,
    redirect_uri: `${siteUrl}/authentication/login-callback`,
    post_logout_redirect_uri: `${siteUrl}/authentication/logout-callback`,
    response_type: 'code',
    scope: 'openid profile',
    automaticSilentRenew: true,
    includeIdTokenInSilentRenew: true,
    popupDisabled: true,
    userStorePrefix: app,
    loginPath: '/authentication/login',
    registerPath: '/authentication/register',
    defaultReturnUrl: '/',
  };
}
