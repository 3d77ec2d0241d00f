import { createMemorySessionStorage } from '@remix-run/node';
import { Authenticator, AuthorizationError } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { newSecret } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { ExternalIdentity, SignInProvider } from '~/integrations/sign-in/index.server';
import type { AccountsDeps } from './deps.server';
import { listPendingRegistrations } from './pending-registrations.server';
import { findUserOrSuspended, type User } from './users.server';
import { verifyPassword } from './verify-password.server';

/** A strategy's verified result: a user, by password, or an identity at an external provider. */
type Proven = { user: UserOrSuspended } | ExternalIdentity;
type UserOrSuspended = User & { suspendedAt: Date | null };

/**
 * Authenticates by named strategies. A strategy only verifies an identity; accounts, links and sessions are created by
 * the use cases that call it.
 */
export interface SignInDoor {
  /** @throws DomainError `wrong_login` */
  byPassword(credentials: { email: string; password: string }): Promise<UserOrSuspended>;
  /** @throws Response that goes to the provider, SignInFailure */
  byProvider(name: string, request: Request): Promise<ExternalIdentity>;
}

const WRONG_LOGIN = 'Incorrect email or password.';
const PASSWORD = 'password';
/** Never sent anywhere: a form strategy reads a request. */
const FORM_ADDRESS = 'http://localhost/login';

export function createSignInDoor(
  deps: Pick<AccountsDeps, 'passwords' | 'prisma' | 'clock'>,
  providers: readonly SignInProvider[],
): SignInDoor {
  // Sessions are ours: the Authenticator's storage is never read nor written.
  const unused = createMemorySessionStorage({ cookie: { secrets: [newSecret()] } });
  const authenticator = new Authenticator<Proven>(unused, { throwOnError: true });
  authenticator.use(
    new FormStrategy<Proven>(async ({ form }) => ({
      user: await checkPassword(deps, { email: textOf(form, 'email'), password: textOf(form, 'password') }),
    })),
    PASSWORD,
  );
  for (const { name, strategy } of providers) authenticator.use(strategy, name);

  async function authenticate(name: string, request: Request): Promise<Proven> {
    try {
      return await authenticator.authenticate(name, request);
    } catch (error) {
      // The library wraps what a form's check throws.
      throw error instanceof AuthorizationError && error.cause ? error.cause : error;
    }
  }

  return {
    byPassword: async (credentials) => {
      const body = new URLSearchParams(credentials);
      const proven = await authenticate(PASSWORD, new Request(FORM_ADDRESS, { method: 'POST', body }));
      if (!('user' in proven)) throw wrongLogin();
      return proven.user;
    },
    byProvider: async (name, request) => {
      const proven = await authenticate(name, request);
      if ('user' in proven) throw wrongLogin();
      return proven;
    },
  };
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

const wrongLogin = (): DomainError =>
  new DomainError('unauthenticated', WRONG_LOGIN, { code: 'wrong_login' });

/** The user with this address and password. An unknown address costs as much time and gets the same answer. */
async function checkPassword(
  deps: Pick<AccountsDeps, 'passwords' | 'prisma' | 'clock'>,
  { email, password }: { email: string; password: string },
): Promise<UserOrSuspended> {
  const user = await findUserOrSuspended(deps, { email });
  const proven =
    user?.emailConfirmedAt === null
      ? await checkPending(deps, user, password)
      : await verifyPassword(deps, user, password);
  if (!proven) throw wrongLogin();
  return proven;
}

/** An unconfirmed account has no password yet, so the passwords of its pending registrations are checked. */
async function checkPending<Known extends User>(
  deps: Pick<AccountsDeps, 'passwords' | 'prisma' | 'clock'>,
  user: Known,
  password: string,
): Promise<Known | undefined> {
  const { passwords } = deps;
  const pending = await listPendingRegistrations(deps, user.id);
  const [newest, ...earlier] = pending.map(({ passwordHash }) => passwordHash);
  if (await passwords.verify(newest, password)) return user;
  for (const hash of earlier) if (await passwords.verify(hash, password)) return user;
  return undefined;
}
