import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Client, SessionKind } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { issueToken } from './account-tokens.server';
import { startSession, type SignedIn } from './browser-session.server';
import { listPendingRegistrations } from './pending-registrations.server';
import { countLoginAttempt } from './rate-limits.server';
import type { LoginInput, ReturnTo } from './schema';
import { findUserOrSuspended, type User } from './users.server';
import { verifyPassword } from './verify-password.server';

type Deps = Pick<
  AccountsDeps,
  'clock' | 'prisma' | 'sessions' | 'rateLimits' | 'knownBrowsers' | 'passwords' | 'preferences'
>;

const WRONG_LOGIN = 'Incorrect email or password.';
const SUSPENDED = 'This account is suspended. Contact this server’s administrator.';
const EMAIL_NOT_CONFIRMED =
  'Please confirm your email address first: open your confirmation link, or request a new one.';
const PASSWORD_EXPIRED = 'password_expired';

/** Signs in with email and password. */
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
  return startSession(services, client, { user, kind, remember });
}

type PageSignIn = { kind: 'signed-in'; signedIn: SignedIn } | { kind: 'password-expired'; path: string };

/** Signs in on the page: an expired password redirects to the form for a new one. */
export async function signInOnPage(
  services: Deps,
  client: Client,
  { returnTo, ...input }: LoginInput & ReturnTo,
): Promise<PageSignIn> {
  try {
    return { kind: 'signed-in', signedIn: await signIn(services, client, input, 'cookie') };
  } catch (error) {
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

/**
 * The user with this address and password. An unknown address costs as much time and gets the same answer; only the right
 * password reveals that an account is suspended.
 */
async function checkPassword(
  services: Deps,
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const attempt = await countLoginAttempt(services, client, email);
  const user = await findUserOrSuspended(services, { email });
  const proven =
    user?.emailConfirmedAt === null
      ? await checkPending(services, user, password)
      : await verifyPassword(services, user, password);
  if (!proven) throw new DomainError('unauthenticated', WRONG_LOGIN, { code: 'wrong_login' });
  if (proven.suspendedAt) throw new DomainError('forbidden', SUSPENDED, { code: 'account_suspended' });
  await attempt.succeeded();
  return proven;
}

/** An unconfirmed account has no password yet, so the passwords of its pending registrations are checked. */
async function checkPending<Known extends User>(
  services: Deps,
  user: Known,
  password: string,
): Promise<Known | undefined> {
  const { passwords } = services;
  const pending = await listPendingRegistrations(services, user.id);
  const [newest, ...earlier] = pending.map(({ passwordHash }) => passwordHash);
  if (await passwords.verify(newest, password)) return user;
  for (const hash of earlier) if (await passwords.verify(hash, password)) return user;
  return undefined;
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
