/** What a program needs in order to send people to sign in here. Nothing in it is secret. */
export function signInSettings(app: string, siteUrl: string) {
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

/** Names of applications: letters, digits and . _ - only, so that nothing else finds its way into the answer. */
export const isAppName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name);
