/** Where the paths of the old sign-in template lead today. */
const AUTHENTICATION: Partial<Record<string, string>> = {
  login: '/login',
  // Nothing signs in by these any more, so whoever is sent to them hears that it failed.
  'login-callback': '/login?error=sign_in_failed',
  'login-failed': '/login?error=sign_in_failed',
  register: '/register',
  profile: '/account',
  logout: '/logout',
  'logged-out': '/',
  'logout-callback': '/',
};

const IDENTITY: Partial<Record<string, string>> = {
  login: '/login',
  register: '/register',
  manage: '/account',
  logout: '/logout',
  forgotpassword: '/forgot-password',
};

/** Today's path for /authentication/{action}; undefined when there never was such an action. */
export const authenticationPath = (action: string): string | undefined =>
  AUTHENTICATION[action.toLowerCase()];

/** Today's path for Identity/Account/{screen}; deeper screens (Manage/Email …) go where their first part goes. */
export const identityPath = (screen: string): string | undefined =>
  IDENTITY[screen.split('/')[0]?.toLowerCase() ?? ''];
