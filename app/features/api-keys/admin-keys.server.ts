import { fullName } from '~/core/shared/full-name';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { ApiKeysDeps } from './deps.server';
import { listKeys } from './list-keys.server';
import { revokeKey } from './revoke-key.server';

type Deps = Pick<ApiKeysDeps, 'prisma' | 'clock' | 'ledger'>;

/** A user's keys for administrators, without their secrets. */
export async function listKeysOfUser(services: Deps, userId: string) {
  await findKeyOwner(services, userId);
  return listKeys(services, { userId });
}

/** Revokes a key of any user. The audit log says who did it. */
export async function revokeKeyOfUser(
  services: Pick<ApiKeysDeps, 'prisma' | 'clock' | 'apiKeys'>,
  actor: Actor,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<void> {
  await revokeKey(services, actor, keyId, userId);
}

/** The page of a user's keys. */
export async function readAdminKeysPage(
  services: Deps & PreferencesServices,
  actor: Actor,
  { user: userId }: { user: string },
) {
  const [user, { items }, { PreferredTimezone }] = await Promise.all([
    findKeyOwner(services, userId),
    listKeys(services, { userId }),
    services.preferences.read(actor.userId),
  ]);
  return { user, keys: items, timeZone: PreferredTimezone };
}

async function findKeyOwner({ prisma }: Pick<ApiKeysDeps, 'prisma'>, id: string) {
  const user = await prisma.user.findFirst({
    where: { id, deletedAt: null },
    select: { id: true, email: true, firstName: true, lastName: true },
  });
  if (!user) throw new DomainError('not-found', 'There is no such user.', { code: 'no_such_user' });
  return { id: user.id, email: user.email, name: fullName(user) };
}
