import type { PrismaClient } from '@prisma/client';
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
  await makePaying(deps, input.userId);
  await audit(deps.prisma, posted, {
    actorId,
    action: 'billing.grant',
    subject: input.userId,
    detail: JSON.stringify(input),
  });
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
  await audit(deps.prisma, posted, {
    actorId,
    action: 'billing.adjust',
    subject: input.userId,
    detail: JSON.stringify(input),
  });
  return shown(posted);
}

/** Gives the paiduser role, which is idempotent: a retry after a crash completes what was begun. */
export async function makePaying(deps: Pick<Deps, 'prisma' | 'sessions'>, userId: string): Promise<void> {
  await deps.prisma.userRole.upsert({
    where: { userId_role: { userId, role: 'paiduser' } },
    create: { userId, role: 'paiduser' },
    update: {},
  });
  deps.sessions.forget(userId);
}

async function requireAccount(prisma: PrismaClient, userId: string): Promise<void> {
  const user = await prisma.user.findFirst({ where: { id: userId, deletedAt: null }, select: { id: true } });
  if (!user) throw new DomainError('not-found', 'Select a user: there is no account with this id.');
}

async function audit(
  prisma: PrismaClient,
  posted: Posted,
  event: { actorId: string; action: string; subject: string; detail: string },
): Promise<void> {
  if (posted.isNew) await prisma.auditEvent.create({ data: event });
}

const shown = (posted: Posted): ChangedBalance => ({
  isNew: posted.isNew,
  balanceCents: wholeCents(posted.balanceAfterMicroUsd),
  debtCents: wholeCents(posted.debtMicroUsd),
});
