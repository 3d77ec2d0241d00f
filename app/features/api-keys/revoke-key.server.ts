import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { findOwnKey } from './change-key.server';
import type { ApiKeysDeps } from './deps.server';

/** Revokes a key permanently: the next request with it is refused. Requests already sent are completed and charged. */
export async function revokeKey(
  services: Pick<ApiKeysDeps, 'prisma' | 'clock' | 'apiKeys'>,
  actor: Actor,
  id: string,
  userId = actor.userId,
): Promise<void> {
  const { prisma, clock, apiKeys } = services;
  await prisma.$transaction(async (transaction) => {
    const { revokedAt, last4 } = await findOwnKey(transaction, { userId }, id);
    if (revokedAt) return;
    await transaction.apiKey.update({ where: { id }, data: { revokedAt: new Date(clock()) } });
    await writeAudit(transaction, services, actor, {
      action: 'key.revoked',
      subject: id,
      detail: { last4 },
    });
  });
  apiKeys.forget(id);
}
