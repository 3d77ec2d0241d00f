import type { Prisma, PrismaClient } from '@prisma/client';
import type { z } from 'zod';
import { DomainError } from '~/core/shared/errors';
import { MICRO_USD_PER_CENT, wholeCents } from '~/core/shared/money';
import type { Sessions } from '~/core/server/session.server';
import type { Ledger, Posted } from '~/features/ledger/index.server';
import type { adjustSchema, grantSchema } from './schema';

interface Deps {
  prisma: PrismaClient;
  ledger: Ledger;
  sessions: Pick<Sessions, 'forget'>;
}

export interface ChangedBalance {
  /** False: this key had been used before for the same change, and nothing moved again. */
  isNew: boolean;
  balanceCents: number;
  debtCents: number;
}

/** An admin gives credit. The first credit makes a person a paying one. */
export async function grantCredit(
  deps: Deps,
  actorId: string,
  key: string,
  input: z.output<typeof grantSchema>,
): Promise<ChangedBalance> {
  await requireAccount(deps.prisma, input.userId);
  const posted = await deps.ledger.credit({
    userId: input.userId,
    amountMicroUsd: BigInt(input.amountCents) * MICRO_USD_PER_CENT,
    source: 'grant',
    key: `grant:${actorId}:${key}`,
    note: input.note,
    actorId,
  });
  const event = { actorId, action: 'billing.grant', subject: input.userId, detail: JSON.stringify(input) };
  await recordOnce(deps.prisma, posted, event, (tx) => makePaying(tx, input.userId));
  deps.sessions.forget(input.userId);
  return shown(posted);
}

/** An admin corrects a balance, upwards or downwards. */
export async function adjustBalance(
  deps: Deps,
  actorId: string,
  key: string,
  input: z.output<typeof adjustSchema>,
): Promise<ChangedBalance> {
  await requireAccount(deps.prisma, input.userId);
  const posted = await deps.ledger.adjust({
    userId: input.userId,
    amountMicroUsd: BigInt(input.amountCents) * MICRO_USD_PER_CENT,
    key: `adjust:${actorId}:${key}`,
    note: input.note,
    actorId,
  });
  const event = { actorId, action: 'billing.adjust', subject: input.userId, detail: JSON.stringify(input) };
  await recordOnce(deps.prisma, posted, event);
  return shown(posted);
}

async function makePaying(prisma: Prisma.TransactionClient, userId: string): Promise<void> {
  const role = { userId, role: 'paiduser' };
  await prisma.userRole.upsert({ where: { userId_role: role }, create: role, update: {} });
}

async function requireAccount(prisma: PrismaClient, userId: string): Promise<void> {
  const user = await prisma.user.findFirst({ where: { id: userId, deletedAt: null }, select: { id: true } });
  if (!user) throw new DomainError('not-found', 'Select a user: there is no account with this id.');
}

/**
 * Writes down what a posting was for, and does what follows from it, in one commit. The ledger has committed before:
 * after a crash between the two the same request, made again, finds the posting without its event and completes it.
 * One that has its event is left alone, so that nothing which was changed since is done again.
 */
async function recordOnce(
  prisma: PrismaClient,
  { postingId }: Posted,
  event: { actorId: string; action: string; subject: string; detail: string },
  consequence?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  await prisma.$transaction(async (tx) => {
    if (await tx.auditEvent.findUnique({ where: { postingId }, select: { id: true } })) return;
    await tx.auditEvent.create({ data: { ...event, postingId } });
    await consequence?.(tx);
  });
}

const shown = (posted: Posted): ChangedBalance => ({
  isNew: posted.isNew,
  balanceCents: wholeCents(posted.balanceAfterMicroUsd),
  debtCents: wholeCents(posted.debtMicroUsd),
});
