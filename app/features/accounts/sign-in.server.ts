import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Client, SessionKind } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { issueToken } from './account-tokens.server';
import { startSession, type SignedIn } from './browser-session.server';
import { countLoginAttempt } from './rate-limits.server';
import type { LoginInput, ReturnTo } from './schema';
import { askForSecondFactor, SECOND_FACTOR_REQUIRED } from './second-factor/sign-in-with-code.server';
import { accountSuspended, type User } from './users.server';

type Deps = Pick<
  AccountsDeps,
  'clock' | 'prisma' | 'sessions' | 'rateLimits' | 'knownBrowsers' | 'door' | 'preferences'
>;

const EMAIL_NOT_CONFIRMED =
  'Please confirm your email address first: open your confirmation link, or request a new one.';
const PASSWORD_EXPIRED = 'password_expired';

/**
 * Signs in with email and password.
 * @throws DomainError `second_factor_required`, with the challenge for the second step
 */
export async function signIn(
  services: Deps,
  client: Client,
  { email, password, rememberMe: remember }: LoginInput,
  kind: SessionKind,
): Promise<SignedIn> {
  const user = await checkPassword(services, client, { email, password });
  if (!user.emailConfirmedAt) {
    throw new DomainError('forbidden', EMAIL_NOT_CONFIRMED, { code: 'email_not_confirmed' });
  }
  await refuseOldPassword(services, user);
  await askForSecondFactor(services, client, user);
  return startSession(services, client, { user, kind, remember, method: 'password' });
}

type PageSignIn =
  | { kind: 'signed-in'; signedIn: SignedIn }
  | { kind: 'second-factor'; challenge: string }
  | { kind: 'password-expired'; path: string };

/** Signs in on the page: a second factor is the next step, and an expired password leads to the form for a new one. */
export async function signInOnPage(
  services: Deps,
  client: Client,
  { returnTo, ...input }: LoginInput & ReturnTo,
): Promise<PageSignIn> {
  try {
    return { kind: 'signed-in', signedIn: await signIn(services, client, input, 'cookie') };
  } catch (error) {
    if (error instanceof DomainError && error.code === SECOND_FACTOR_REQUIRED)
      return { kind: 'second-factor', challenge: String(error.data.challenge) };
    if (!(error instanceof DomainError) || error.code !== PASSWORD_EXPIRED) throw error;
    const query = new URLSearchParams({
      email: String(error.data.email),
      token: String(error.data.resetToken),
      reason: 'expired',
      ...(returnTo === undefined ? {} : { returnTo }),
    });
    return { kind: 'password-expired', path: `/reset-password?${query.toString()}` };
  }
}

/** The user with this address and password. Only the right password reveals that an account is suspended. */
async function checkPassword(
  services: Deps,
  client: Client,
  credentials: { email: string; password: string },
): Promise<User> {
  const attempt = await countLoginAttempt(services, client, credentials.email);
  const user = await services.door.byPassword(credentials);
  if (user.suspendedAt) throw accountSuspended();
  await attempt.succeeded();
  return user;
}

/** Enforces the user's password rotation. They know the old password, so the error includes a reset token. */
async function refuseOldPassword(services: Deps, user: User): Promise<void> {
  const { PasswordRotationDays: days } = await services.preferences.read(user.id);
  if (days === null || user.passwordChangedAt === null) return;
  if (services.clock() - user.passwordChangedAt.getTime() <= days * DAY_MS) return;
  const resetToken = await issueToken(services, { userId: user.id, purpose: 'reset-password' });
  throw new DomainError(
    'forbidden',
    `Your password is older than ${String(days)} days. Please choose a new one.`,
    { code: PASSWORD_EXPIRED, data: { email: user.email, resetToken } },
  );
}
