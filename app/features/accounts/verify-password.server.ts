import type { AccountsDeps } from './deps.server';
import type { User } from './users.server';

/**
 * Checks a user's password; undefined if it is wrong. Renews a hash of another encoding of the password, so that it is
 * then right however it is typed. Takes as long without a user.
 */
export async function verifyPassword<Known extends User>(
  { passwords, prisma }: Pick<AccountsDeps, 'passwords' | 'prisma'>,
  user: Known | undefined,
  password: string,
): Promise<Known | undefined> {
  const match = await passwords.verify(user?.passwordHash, password);
  if (!user || match === false) return undefined;
  if (match === 'current') return user;
  const { id, passwordHash } = user;
  const renewed = await passwords.hash(password);
  const { count } = await prisma.user.updateMany({
    where: { id, passwordHash },
    data: { passwordHash: renewed },
  });
  return count === 1 ? { ...user, passwordHash: renewed } : user;
}
