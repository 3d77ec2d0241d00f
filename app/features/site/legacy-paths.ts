/** Redirects of the former sign-in template's paths. */
const AUTHENTICATION: Partial<Record<string, string>> = {
  login: '/login',
  // These sign-in methods no longer exist, so callers are redirected to a failure message.
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

/** The current path of /authentication/{action}; undefined for an unknown action. */
export const authenticationPath = (action: string): string | undefined =>
  AUTHENTICATION[action.toLowerCase()];

/** The current path of Identity/Account/{screen}; sub-screens (Manage/Email …) redirect like their parent. */
export const identityPath = (screen: string): string | undefined =>
  IDENTITY[screen.split('/')[0]?.toLowerCase() ?? ''];
