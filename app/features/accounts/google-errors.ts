const WINDOW_CLOSED = 'The user closed the window.';

/** What the screens say when signing in with Google fails, by the code in their address. */
const LOGIN_MESSAGES: Readonly<Record<string, string>> = {
  invalid_state: 'Invalid authentication state. Please try again.',
  no_code: 'No authorization code received. Please try again.',
  token_exchange_failed: 'Failed to exchange authorization code. Please try again.',
  user_info_failed: 'Failed to retrieve user information from Google. Please try again.',
  no_email_from_google: 'No email address received from Google. Please try again.',
  user_creation_failed: 'Failed to create account with Google. Please try again.',
  google_auth_error: 'An error occurred during Google authentication. Please try again.',
  access_denied: WINDOW_CLOSED,
  sign_in_failed: 'There was an error signing in.',
};
const LOGIN_DEFAULT = 'Authentication failed. Please try again.';

const REGISTER_MESSAGES: Readonly<Record<string, string>> = {
  google_auth_failed: 'Google authentication failed. Please try again.',
  no_email_from_google: 'No email address received from Google. Please try again.',
  google_registration_failed: 'Failed to create account with Google. Please try manual registration.',
  google_auth_error: 'An error occurred during Google authentication. Please try again.',
  access_denied: WINDOW_CLOSED,
};
const REGISTER_DEFAULT = 'Registration failed. Please try again.';

export type Screen = 'login' | 'register';

export function googleErrorMessage(code: string, screen: Screen): string {
  const [messages, otherwise] =
    screen === 'login' ? [LOGIN_MESSAGES, LOGIN_DEFAULT] : [REGISTER_MESSAGES, REGISTER_DEFAULT];
  return Object.hasOwn(messages, code) ? (messages[code] ?? otherwise) : otherwise;
}

/** The register screen knows fewer codes than the login screen. */
const REGISTER_CODES: Readonly<Record<string, string>> = {
  invalid_state: 'google_auth_failed',
  no_code: 'google_auth_failed',
  token_exchange_failed: 'google_auth_failed',
  user_info_failed: 'google_auth_failed',
  user_creation_failed: 'google_registration_failed',
};

export const codeForScreen = (code: string, screen: Screen): string =>
  screen === 'register' ? (REGISTER_CODES[code] ?? code) : code;
