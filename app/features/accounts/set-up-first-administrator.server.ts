import { DomainError } from '~/core/shared/errors';
import { addressKey } from '~/core/server/rate-limits.server';
import { ACCOUNT_RULES } from './account-limits.server';
import { appointAdministrator } from './appoint-administrator.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { setupSchema } from './schema';
import { isSetupOpen, useUpSetupLink } from './setup-link.server';
import { startSession, type SignedIn } from './start-session.server';

export const INVALID_SETUP_LINK =
  'This set-up link has been used or replaced. Start the server again to get a new one, or sign in.';

/** The set-up page: makes the first administrator and signs them in. */
export async function setUpFirstAdministrator(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
): Promise<SignedIn> {
  const { token, firstName, lastName, email, password } = parseInput(setupSchema, input);
  await deps.limits.take(ACCOUNT_RULES.setUp, addressKey(visitor.address));
  if (!(await isSetupOpen(deps, token))) throw closed();
  const passwordHash = await deps.passwords.hash(password);
  await appointAdministrator(deps, { email, firstName, lastName, passwordHash }, async (prisma) => {
    if (!(await useUpSetupLink({ prisma, clock: deps.clock }, token))) throw closed();
  });
  const person = await findPerson(deps, { email });
  if (!person) throw closed();
  return startSession(deps, { person, kind: 'cookie', remember: false, visitor });
}

const closed = (): DomainError => new DomainError('forbidden', INVALID_SETUP_LINK, { code: 'setup_closed' });
