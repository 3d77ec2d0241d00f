import { normalizeEmail } from '~/core/shared/email';
import { DomainError } from '~/core/shared/errors';
import { fullName } from '~/core/shared/full-name';
import type { AdminDeps } from './deps.server';

type Deps = Pick<AdminDeps, 'prisma'>;

export interface ChosenUser {
  id: string;
  email: string;
  name: string;
}

/** Finds an account by id or email address; null if there is none. */
export async function findChosenUser({ prisma }: Deps, text: string): Promise<ChosenUser | null> {
  const wanted = text.trim();
  if (wanted === '') return null;
  const user = await prisma.user.findFirst({
    where: {
      deletedAt: null,
      ...(wanted.includes('@') ? { email: normalizeEmail(wanted) } : { id: wanted }),
    },
    select: { id: true, email: true, firstName: true, lastName: true },
  });
  return user && { id: user.id, email: user.email, name: fullName(user) };
}

/**
 * Like `findChosenUser`, but throws.
 * @throws DomainError `no_such_user`
 */
export async function requireChosenUser(services: Deps, userId: string): Promise<ChosenUser> {
  const user = await findChosenUser(services, userId);
  if (user) return user;
  throw new DomainError('not-found', 'Select a user: there is no account with this id.', {
    code: 'no_such_user',
  });
}
