import { randomUUID } from 'node:crypto';
import { newApiKeySecret, prefixOfApiKey } from '~/core/server/api-keys.server';
import { hashSecret, type Actor } from '~/core/server/session.server';
import { keysForbidden } from '~/core/shared/api-keys';
import { DomainError } from '~/core/shared/errors';
import { requireRecentProof } from '~/features/accounts/index.server';
import { writeAudit } from '~/features/audit/index.server';
import { assertModelsKnown } from './assert-models-known.server';
import { assertInFuture } from './assert-in-future.server';
import type { ApiKeysDeps } from './deps.server';
import type { CreatedKey, CreateKeyInput } from './schema';
import { describeKey, keyColumns } from './stored-key.server';

/** Per account, not counting revoked and expired keys. */
const MAX_ACTIVE_KEYS = 50;

/** Makes a key. Its secret is in this answer only. */
export async function createKey(
  services: ApiKeysDeps,
  actor: Actor,
  { currentPassword, ...limits }: CreateKeyInput,
): Promise<CreatedKey> {
  const { prisma, clock, apiKeys } = services;
  const denial = await apiKeys.denialFor(actor);
  if (denial !== undefined) throw keysForbidden(denial);
  await requireRecentProof(services, actor, { password: currentPassword, field: 'currentPassword' });
  await assertModelsKnown(services, limits.models);
  const now = new Date(clock());
  assertInFuture(limits.expiresAt, now);
  const { userId } = actor;
  const secret = newApiKeySecret();
  const row = await prisma.$transaction(async (transaction) => {
    const active = await transaction.apiKey.count({
      where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    });
    if (active >= MAX_ACTIVE_KEYS)
      throw new DomainError(
        'conflict',
        `You have ${String(MAX_ACTIVE_KEYS)} active keys, the most an account can have. Revoke one first.`,
        { code: 'too_many_keys' },
      );
    const created = await transaction.apiKey.create({
      data: {
        ...keyColumns(limits),
        id: randomUUID(),
        userId,
        name: limits.name,
        permissions: limits.permissions.join(','),
        prefix: prefixOfApiKey(secret),
        secretHash: hashSecret(secret),
        last4: secret.slice(-4),
        createdAt: now,
      },
    });
    await writeAudit(transaction, services, actor, {
      action: 'key.created',
      subject: created.id,
      detail: { last4: created.last4, permissions: limits.permissions },
    });
    return created;
  });
  return { ...describeKey(row, now.getTime(), 0n), secret };
}
