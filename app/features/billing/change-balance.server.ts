import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { MICRO_USD_PER_CENT, owedCents, wholeCents } from '~/core/shared/money';
import type { UserRef } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import type { Posted } from '~/features/ledger/index.server';
import type { Services } from '~/services';
import type { adjustSchema, BalanceChange, grantSchema } from './schema';

type Keyed<Schema extends z.ZodType> = z.output<Schema> & { key: string };

/** An admin gives credit. The first credit makes a person a paying one. */
export async function grantCredit(
  services: Services,
  { userId: actorId }: UserRef,
  { key, ...input }: Keyed<typeof grantSchema>,
): Promise<BalanceChange> {
  await requireAccount(services, input.userId);
  const posted = await services.ledger.credit({
    userId: input.userId,
    amountMicroUsd: BigInt(input.amountCents) * MICRO_USD_PER_CENT,
    source: 'grant',
    key: `grant:${actorId}:${key}`,
    note: input.note,
    actorId,
  });
  const event = { actorId, action: 'billing.grant', subject: input.userId, detail: JSON.stringify(input) };
  await recordOnce(services, posted, event, (transaction) => makePaying(transaction, input.userId));
  services.sessions.forget(input.userId);
  return describeChange(posted);
}

/** An admin corrects a balance, upwards or downwards. */
export async function adjustBalance(
  services: Services,
  { userId: actorId }: UserRef,
  { key, ...input }: Keyed<typeof adjustSchema>,
): Promise<BalanceChange> {
  await requireAccount(services, input.userId);
  const posted = await services.ledger.adjust({
    userId: input.userId,
    amountMicroUsd: BigInt(input.amountCents) * MICRO_USD_PER_CENT,
    key: `adjust:${actorId}:${key}`,
    note: input.note,
    actorId,
  });
  const event = { actorId, action: 'billing.adjust', subject: input.userId, detail: JSON.stringify(input) };
  await recordOnce(services, posted, event);
  return describeChange(posted);
}

async function makePaying(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  const role = { userId, role: 'paiduser' };
  await transaction.userRole.upsert({ where: { userId_role: role }, create: role, update: {} });
}

async function requireAccount({ prisma }: Services, userId: string): Promise<void> {
  const user = await prisma.user.findFirst({ where: { id: userId, deletedAt: null }, select: { id: true } });
  if (!user) {
    throw new DomainError('not-found', 'Select a user: there is no account with this id.', {
      code: 'no_such_user',
    });
  }
}

/**
 * Writes down what a posting was for, and does what follows from it, in one commit. The ledger has committed before:
 * after a crash between the two the same request, made again, finds the posting without its event and completes it.
 * One that has its event is left alone, so that nothing which was changed since is done again.
 */
async function recordOnce(
  { prisma }: Services,
  { postingId }: Posted,
  event: { actorId: string; action: string; subject: string; detail: string },
  consequence?: (transaction: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    if (await transaction.auditEvent.findUnique({ where: { postingId }, select: { id: true } })) return;
    await transaction.auditEvent.create({ data: { ...event, postingId } });
    await consequence?.(transaction);
  });
}

const describeChange = (posted: Posted): BalanceChange => ({
  isNew: posted.isNew,
  balanceCents: wholeCents(posted.balanceAfterMicroUsd),
  debtCents: owedCents(posted.debtMicroUsd),
});
