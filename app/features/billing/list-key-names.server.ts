import type { UserRef } from '~/core/server/session.server';
import type { BillingDeps } from './deps.server';

const MAX_LISTED = 500;

/** A user's API keys for a filter, newest first, revoked ones included. */
export const listKeyNames = (
  { prisma }: Pick<BillingDeps, 'prisma'>,
  { userId }: UserRef,
): Promise<{ id: string; name: string }[]> =>
  prisma.apiKey.findMany({
    where: { userId },
    select: { id: true, name: true },
    orderBy: { createdAt: 'desc' },
    take: MAX_LISTED,
  });
