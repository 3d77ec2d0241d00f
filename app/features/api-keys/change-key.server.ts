import type { ApiKey, Prisma } from '@prisma/client';
import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import { writeAudit } from '~/features/audit/index.server';
import { assertInFuture } from './assert-in-future.server';
import { assertModelsKnown } from './assert-models-known.server';
import type { ApiKeysDeps } from './deps.server';
import type { ApiKeyView, ChangeKeyInput } from './schema';
import { describeKey, keyColumns } from './stored-key.server';

/** Renames a key or changes its limits, for the next request that uses it. */
export async function changeKey(
  services: Pick<ApiKeysDeps, 'prisma' | 'clock' | 'apiKeys' | 'catalogue' | 'ledger'>,
  actor: Actor,
  { id, ...change }: ChangeKeyInput & { id: string },
): Promise<ApiKeyView> {
  const { prisma, clock, apiKeys } = services;
  await assertModelsKnown(services, change.models);
  const now = new Date(clock());
  assertInFuture(change.expiresAt, now);
  const row = await prisma.$transaction(async (transaction) => {
    const key = await findOwnKey(transaction, actor, id);
    if (key.revokedAt)
      throw new DomainError('conflict', 'This key is revoked. Create a new one instead.', {
        code: 'key_revoked',
      });
    const changed = await transaction.apiKey.update({ where: { id }, data: keyColumns(change) });
    await writeAudit(transaction, services, actor, {
      action: 'key.changed',
      subject: id,
      detail: { last4: key.last4, changed: Object.keys(change) },
    });
    return changed;
  });
  apiKeys.forget(id);
  const spent = await services.ledger.spentWithKeys([id]);
  return describeKey(row, now.getTime(), spent.get(id) ?? 0n);
}

/** Keys of others are not found. */
export async function findOwnKey(
  { apiKey }: Pick<Prisma.TransactionClient, 'apiKey'>,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
): Promise<ApiKey> {
  const key = await apiKey.findFirst({ where: { id, userId } });
  if (key) return key;
  throw new DomainError('not-found', 'You have no such key.', { code: 'no_such_key' });
}
