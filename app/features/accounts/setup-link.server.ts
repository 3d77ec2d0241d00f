import { hashSecret, newSecret } from '~/core/server/session.server';
import { hasAdministrator } from './appoint-administrator.server';
import type { Accounts } from './deps.server';

/** There is one link at a time. */
const ID = 1;

/** A new link at every start: the console may have been read by others since the last one. */
export async function newSetupPath({ prisma, clock }: Pick<Accounts, 'prisma' | 'clock'>): Promise<string> {
  const secret = newSecret();
  const data = { tokenHash: hashSecret(secret), createdAt: new Date(clock()), usedAt: null };
  await prisma.setupToken.upsert({ where: { id: ID }, create: { id: ID, ...data }, update: data });
  return `/setup?token=${secret}`;
}

/** True while the link of this secret can still be used: the page shows its form, or says what to do instead. */
export async function isSetupOpen({ prisma }: Pick<Accounts, 'prisma'>, secret: string): Promise<boolean> {
  const row = await prisma.setupToken.findUnique({ where: { id: ID } });
  return (
    row?.usedAt === null && row.tokenHash === hashSecret(secret) && !(await hasAdministrator({ prisma }))
  );
}

/** Uses the link up; true for exactly one caller. */
export async function useUpSetupLink(
  {
    prisma,
    clock,
  }: { prisma: Pick<Accounts['prisma'], 'setupToken' | 'userRole'>; clock: Accounts['clock'] },
  secret: string,
): Promise<boolean> {
  const { count } = await prisma.setupToken.updateMany({
    where: { id: ID, tokenHash: hashSecret(secret), usedAt: null },
    data: { usedAt: new Date(clock()) },
  });
  return count === 1 && !(await hasAdministrator({ prisma }));
}
