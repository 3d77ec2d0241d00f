import { DomainError } from '~/core/shared/errors';
import type { SessionKind } from '~/core/server/session.server';
import { issueToken } from './account-tokens.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson, type Person } from './find-person.server';
import { countLoginAttempt } from './login-throttle.server';
import { parseInput } from './parse-input.server';
import { overdueRotation } from './password-age.server';
import { loginSchema } from './schema';
import { startSession, type SignedIn } from './start-session.server';

export const WRONG_LOGIN = 'The e-mail or password is wrong.';
export const EMAIL_NOT_CONFIRMED =
  'Please confirm your e-mail address first: open the link in the mail we sent you, or ask for a new one.';

export const PASSWORD_EXPIRED = 'password_expired';

/** Signs a person in with e-mail and password. */
export async function signIn(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
  kind: SessionKind,
): Promise<SignedIn> {
  const { email, password, rememberMe } = parseInput(loginSchema, input);
  const person = await checkPassword(deps, { email, password, visitor });
  if (!person.emailConfirmedAt) {
    throw new DomainError('forbidden', EMAIL_NOT_CONFIRMED, { code: 'email_not_confirmed' });
  }
  await refuseOldPassword(deps, person);
  return startSession(deps, { person, kind, remember: rememberMe, visitor });
}

/** The person with this address and password. An unknown address costs as much time and gets the same answer. */
async function checkPassword(
  deps: Accounts,
  { email, password, visitor }: { email: string; password: string; visitor: Visitor },
): Promise<Person> {
  const attempt = await countLoginAttempt(deps, { email, visitor });
  const person = await findPerson(deps, { email });
  const isRight = await deps.passwords.verify(person?.passwordHash, password);
  if (!person || !isRight) throw new DomainError('unauthenticated', WRONG_LOGIN, { code: 'wrong_login' });
  await attempt.succeeded();
  return person;
}

/** People who chose to change their password now and then get a token to do so, since they know the old one. */
async function refuseOldPassword(deps: Accounts, person: Person): Promise<void> {
  const days = await overdueRotation(deps, person);
  if (days === undefined) return;
  const resetToken = await issueToken(deps, { userId: person.id, purpose: 'reset-password' });
  throw new DomainError(
    'forbidden',
    `Your password is older than ${String(days)} days. Please choose a new one.`,
    {
      code: PASSWORD_EXPIRED,
      data: { email: person.email, resetToken },
    },
  );
}
