import type { SignInFailureCode } from '~/integrations/sign-in/index.server';
import type { Screen } from './schema';

interface ScreenMessages {
  byCode: Readonly<Record<string, string>>;
  otherwise: string;
}

const WINDOW_CLOSED = 'The user closed the window.';

/** Messages shared by all sign-in paths. {provider} is the provider's label. */
const REFUSALS = {
  access_denied: WINDOW_CLOSED,
  email_not_verified: '{provider} hasn’t verified your email address. Verify it there, then try again.',
  domain_not_allowed: 'Your email address at {provider} isn’t of a domain that may log in here.',
  no_account: 'There’s no account for you here yet. Ask this server’s administrator for an invitation.',
  registration_closed: 'Registration is closed on this server. Ask its administrator for an invitation.',
  invitation_refused: 'This invitation isn’t valid for your email address at {provider}.',
  account_suspended: 'This account is suspended. Contact this server’s administrator.',
  second_factor_set:
    'Your account has a second factor. Log in as you usually do, then link {provider} on your account page.',
} as const;

const REGISTER_MESSAGES: ScreenMessages = {
  byCode: {
    ...REFUSALS,
    provider_failed: '{provider} authentication failed. Please try again.',
    no_email: 'No email address received from {provider}. Please try again.',
    registration_failed: 'Failed to create account with {provider}. Please try manual registration.',
    provider_error: 'An error occurred during {provider} authentication. Please try again.',
  },
  otherwise: 'Registration failed. Please try again.',
};

/** Messages of failed sign-ins, by screen and by the code in the URL. */
const MESSAGES: Readonly<Record<Screen, ScreenMessages>> = {
  account: {
    byCode: {
      access_denied: WINDOW_CLOSED,
      other_account:
        'That’s another {provider} account than the one you log in with. Please try again with yours.',
      login_too_old: '{provider} didn’t ask you to log in again. Log out of {provider}, then try again.',
      already_linked: 'That {provider} account already belongs to another account here.',
      domain_not_allowed: REFUSALS.domain_not_allowed,
      proof_required: 'Confirm that it’s you first, then link {provider} again.',
    },
    otherwise: '{provider} couldn’t confirm that it’s you. Please try again.',
  },
  login: {
    byCode: {
      ...REFUSALS,
      invalid_state: 'Invalid authentication state. Please try again.',
      no_code: 'No authorization code received. Please try again.',
      token_exchange_failed: 'Failed to exchange authorization code. Please try again.',
      user_info_failed: 'Failed to retrieve user information from {provider}. Please try again.',
      no_email: 'No email address received from {provider}. Please try again.',
      user_creation_failed: 'Failed to create account with {provider}. Please try again.',
      provider_error: 'An error occurred during {provider} authentication. Please try again.',
      sign_in_failed: 'There was an error signing in.',
    },
    otherwise: 'Authentication failed. Please try again.',
  },
  register: REGISTER_MESSAGES,
  invite: REGISTER_MESSAGES,
};

/** The register screen knows fewer codes than the login screen. */
const REGISTER_CODES: Readonly<Partial<Record<SignInFailureCode, string>>> = {
  invalid_state: 'provider_failed',
  no_code: 'provider_failed',
  token_exchange_failed: 'provider_failed',
  user_info_failed: 'provider_failed',
  user_creation_failed: 'registration_failed',
};

/** The specified names for Google's error codes. */
const GOOGLE_CODES: Readonly<Record<string, string>> = {
  no_email: 'no_email_from_google',
  provider_error: 'google_auth_error',
  email_not_verified: 'google_auth_error',
  provider_failed: 'google_auth_failed',
  registration_failed: 'google_registration_failed',
  other_account: 'other_google_account',
};
const FROM_GOOGLE_CODES = new Map([
  ...Object.entries(GOOGLE_CODES).map(([code, google]) => [google, code] as const),
  ['google_auth_error', 'provider_error'] as const,
]);

/** The code of a failure in the URL of a screen. */
export function codeForScreen(
  code: SignInFailureCode,
  { screen, provider }: { screen: Screen; provider: string },
): string {
  const isRegistering = screen === 'register' || screen === 'invite';
  const shown = isRegistering ? (REGISTER_CODES[code] ?? code) : code;
  return provider === 'google' ? (GOOGLE_CODES[shown] ?? shown) : shown;
}

/** The sentence for a code in the URL. */
export function messageFor(code: string, { screen, label }: { screen: Screen; label: string }): string {
  const { byCode, otherwise } = MESSAGES[screen];
  const known = FROM_GOOGLE_CODES.get(code) ?? code;
  const message = Object.hasOwn(byCode, known) ? (byCode[known] ?? otherwise) : otherwise;
  return message.replaceAll('{provider}', label);
}
