import type { PrismaClient } from '~/core/db/app-database';

/** The built-in provider, used until another one has replied. */
export const DEMO_PROVIDER = 'demo';

/**
 * The first reply of another provider, which ends Demo permanently. Recorded by the database with the charge, so that
 * it outlasts the provider.
 */
export async function findReplyThatEndedDemo({
  providerFirstReply,
}: Pick<PrismaClient, 'providerFirstReply'>): Promise<{ provider: string; atMs: number } | undefined> {
  const first = await providerFirstReply.findFirst({
    where: { provider: { not: DEMO_PROVIDER } },
    orderBy: { at: 'asc' },
  });
  return first ? { provider: first.provider, atMs: Number(first.at) } : undefined;
}
