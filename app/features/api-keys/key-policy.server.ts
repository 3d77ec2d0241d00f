import type { PrismaClient } from '~/core/db/app-database';
import { cached, type Cached } from '~/core/server/cached.server';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { ApiKeysDeps } from './deps.server';
import { keyPolicySchema, type KeyPolicy } from './key-policy';

const NAME = 'api-keys';

/** Who may use API keys, cached in memory: each request with a key reads it. */
export const cachedKeyPolicy = (prisma: PrismaClient): Cached<KeyPolicy> =>
  cached(() => readKeyPolicy({ prisma }));

/** Without a saved policy, everyone may use keys. */
export async function readKeyPolicy({ prisma }: Pick<ApiKeysDeps, 'prisma'>): Promise<KeyPolicy> {
  const row = await prisma.houseSetting.findUnique({ where: { name: NAME } });
  return row ? keyPolicySchema.parse(JSON.parse(row.data)) : { forbiddenFor: [] };
}

/** Saves who may use API keys, for the next request of every key. */
export async function saveKeyPolicy(
  services: Pick<ApiKeysDeps, 'prisma' | 'clock' | 'apiKeys'>,
  actor: Actor,
  policy: KeyPolicy,
): Promise<KeyPolicy> {
  const { prisma, clock, apiKeys } = services;
  const row = { data: JSON.stringify(policy), updatedAt: new Date(clock()) };
  await prisma.$transaction(async (transaction) => {
    await transaction.houseSetting.upsert({
      where: { name: NAME },
      create: { name: NAME, ...row },
      update: row,
    });
    await writeAudit(transaction, services, actor, { action: 'key.policy', subject: NAME, detail: policy });
  });
  apiKeys.forgetPolicy();
  return policy;
}
