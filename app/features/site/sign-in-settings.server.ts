import { DomainError } from '~/core/shared/errors';
import type { SiteDeps } from './deps.server';

/** Restricted to letters, digits and . _ - so that nothing else is reflected in the response. */
const APP_NAME = /^[\w.-]{1,64}$/;

/**
 * Settings that a program needs to sign users in here. Contains no secrets.
 * @throws DomainError `not-found` if `app` is not a valid name
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
