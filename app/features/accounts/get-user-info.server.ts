import { DomainError } from '~/core/errors';
import type { Actor } from '~/core/session.server';
import type { Accounts } from './deps.server';
import { findPerson } from './find-person.server';
import { describeUser, type UserInfo } from './user-info';

export async function getUserInfo(deps: Pick<Accounts, 'prisma'>, actor: Actor): Promise<UserInfo> {
  const person = await findPerson(deps, { id: actor.userId });
  if (!person) throw new DomainError('unauthenticated', 'Failed to get user info', { code: 'no_user' });
  return describeUser(person);
}
