import { hashSecret, type Client } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { consumeToken } from './account-tokens.server';
import { startSession, type SignedIn } from './browser-session.server';
import { findGoogleLink, type GoogleLink } from './link-google.server';
import type { Screen } from './schema';
import { findUser } from './users.server';

type Deps = Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'google' | 'knownBrowsers'>;

interface ScreenMessages {
  byCode: Readonly<Record<string, string>>;
  otherwise: string;
}

const WINDOW_CLOSED = 'The user closed the window.';

/** Messages for Google sign-in errors, by screen and by the code in the URL. */
const MESSAGES: Readonly<Record<Screen, ScreenMessages>> = {
  account: {
    byCode: {
      access_denied: WINDOW_CLOSED,
      other_google_account:
        'That’s another Google account than the one you log in with. Please try again with yours.',
      login_too_old: 'Google didn’t ask you to log in again. Log out of Google, then try again.',
    },
    otherwise: 'Google couldn’t confirm that it’s you. Please try again.',
  },
  login: {
    byCode: {
      invalid_state: 'Invalid authentication state. Please try again.',
      no_code: 'No authorization code received. Please try again.',
      token_exchange_failed: 'Failed to exchange authorization code. Please try again.',
      user_info_failed: 'Failed to retrieve user information from Google. Please try again.',
      no_email_from_google: 'No email address received from Google. Please try again.',
      user_creation_failed: 'Failed to create account with Google. Please try again.',
      google_auth_error: 'An error occurred during Google authentication. Please try again.',
      access_denied: WINDOW_CLOSED,
      sign_in_failed: 'There was an error signing in.',
    },
    otherwise: 'Authentication failed. Please try again.',
  },
  register: {
    byCode: {
      google_auth_failed: 'Google authentication failed. Please try again.',
      no_email_from_google: 'No email address received from Google. Please try again.',
      google_registration_failed: 'Failed to create account with Google. Please try manual registration.',
      google_auth_error: 'An error occurred during Google authentication. Please try again.',
      access_denied: WINDOW_CLOSED,
    },
    otherwise: 'Registration failed. Please try again.',
  },
};

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

export function messageFor(code: string, screen: Screen): string {
  const { byCode, otherwise } = MESSAGES[screen];
  return Object.hasOwn(byCode, code) ? (byCode[code] ?? otherwise) : otherwise;
}

type GoogleReturn =
  | { kind: 'nothing' }
  | { kind: 'failed'; message: string }
  | { kind: 'signed-in'; signedIn: SignedIn; clearFlow: string }
  | { kind: 'asks-password'; link: GoogleLink };

/** Interprets the query that the login or register screen gets after Google. */
export async function readGoogleReturn(
  services: Deps,
  client: Client,
  { request, screen }: { request: Request; screen: Screen },
): Promise<GoogleReturn> {
  const query = new URL(request.url).searchParams;
  const error = query.get('error');
  if (error !== null) return { kind: 'failed', message: messageFor(error, screen) };
  const code = query.get('google_token');
  if (code === null) return { kind: 'nothing' };
  const isBack = query.get('success') === 'true' && code !== '' && code.length <= 200;
  const link = isBack ? await findGoogleLink(services, request, code) : undefined;
  if (link) return { kind: 'asks-password', link: { email: link.user.email, token: code } };
  const redeemed = isBack ? await redeem(services, client, { request, code }) : undefined;
  return redeemed
    ? { kind: 'signed-in', ...redeemed }
    : { kind: 'failed', message: messageFor('code_refused', screen) };
}

/**
 * Redeems the code: once, within a minute, and only in the browser that started the flow. A link with someone else's
 * code therefore has no effect.
 */
async function redeem(services: Deps, client: Client, { request, code }: { request: Request; code: string }) {
  const { google, prisma } = services;
  if (!google) return undefined;
  const { codeHash } = await google.readFlow(request);
  if (codeHash !== hashSecret(code)) return undefined;
  const row = await prisma.accountToken.findUnique({ where: { tokenHash: codeHash } });
  if (!row) return undefined;
  const token = { userId: row.userId, purpose: 'google-sign-in', secret: code } as const;
  const user = (await consumeToken(services, token))
    ? await findUser(services, { id: row.userId })
    : undefined;
  if (!user) return undefined;
  return {
    signedIn: await startSession(services, client, { user, kind: 'cookie' }),
    clearFlow: await google.clearFlow(),
  };
}
