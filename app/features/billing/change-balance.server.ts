import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { MICRO_USD_PER_CENT, owedCents, wholeCents } from '~/core/shared/money';
import type { UserRef } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import type { Posted } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import type { adjustSchema, BalanceChange, grantSchema } from './schema';

type Keyed<Schema extends z.ZodType> = z.output<Schema> & { key: string };

/**
 * How the ledger's key of each change begins, and what the audit log calls it. Credit that the product gives by itself,
 * to the first administrator and to test-drive accounts, has other keys, and events of its own.
 */
const CHANGES = {
  grant: { prefix: 'grant:', action: 'billing.grant' },
  adjustment: { prefix: 'adjust:', action: 'billing.adjust' },
} as const;
const AT_ONCE = 100;

/** An admin gives credit. The first credit makes a person a paying one. */
export async function grantCredit(
  services: Pick<BillingDeps, 'prisma' | 'sessions' | 'ledger'>,
  { userId: actorId, address }: UserRef,
  { key, userId, amountCents, note }: Keyed<typeof grantSchema>,
): Promise<BalanceChange> {
  await requireAccount(services, userId);
  const posted = await services.ledger.credit({
    userId,
    amountMicroUsd: BigInt(amountCents) * MICRO_USD_PER_CENT,
    source: 'grant',
    key: `${CHANGES.grant.prefix}${actorId}:${key}`,
    note,
    actorId,
  });
  await recordOnce(services, posted.postingId, address);
  return describeChange(posted);
}

/** An admin corrects a balance, upwards or downwards. */
export async function adjustBalance(
  services: Pick<BillingDeps, 'prisma' | 'sessions' | 'ledger'>,
  { userId: actorId, address }: UserRef,
  { key, userId, amountCents, note }: Keyed<typeof adjustSchema>,
): Promise<BalanceChange> {
  await requireAccount(services, userId);
  const posted = await services.ledger.adjust({
    userId,
    amountMicroUsd: BigInt(amountCents) * MICRO_USD_PER_CENT,
    key: `${CHANGES.adjustment.prefix}${actorId}:${key}`,
    note,
    actorId,
  });
  await recordOnce(services, posted.postingId, address);
  return describeChange(posted);
}

/** At each start and every hour: completes what ended after the ledger's commit and before its event was written. */
export async function completeBalanceChanges(
  services: Pick<BillingDeps, 'log' | 'prisma' | 'sessions'>,
): Promise<void> {
  const { log } = services;
  for (const { prefix } of Object.values(CHANGES)) {
    for await (const postingId of unrecorded(services, prefix)) {
      try {
        if (await recordOnce(services, postingId)) log.warn({ postingId }, 'a balance change was completed');
      } catch (err) {
        log.error({ err, postingId }, 'a balance change could not be completed');
      }
    }
  }
}

/** Read a page at a time: however many changes there are, nobody waits behind this for long. */
async function* unrecorded({ prisma }: Pick<BillingDeps, 'prisma'>, prefix: string): AsyncGenerator<string> {
  for (let after = prefix; ;) {
    const rows = await prisma.ledgerPosting.findMany({
      where: { idempotencyKey: { gt: after, lt: `${prefix}\uffff` } },
      orderBy: { idempotencyKey: 'asc' },
      take: AT_ONCE,
      select: { id: true, idempotencyKey: true, auditEvent: { select: { id: true } } },
    });
    for (const { id, auditEvent } of rows) if (!auditEvent) yield id;
    after = rows.at(-1)?.idempotencyKey ?? after;
    if (rows.length < AT_ONCE) return;
  }
}

/**
 * Writes down what a posting was for, and does what follows from it, in one commit; true when this was the first time.
 * The ledger has committed before: after a crash between the two, the next start or the same request, made again, finds
 * the posting without its event and completes it. One that has its event is left alone, so that nothing which was
 * changed since is done again.
 */
async function recordOnce(
  { prisma, sessions }: Pick<BillingDeps, 'prisma' | 'sessions'>,
  postingId: string,
  address?: string,
): Promise<boolean> {
  const posting = await prisma.ledgerPosting.findUniqueOrThrow({ where: { id: postingId } });
  const { userId, actorId, amount, note, createdAt } = posting;
  const isGrant = posting.kind === 'grant';
  const event = {
    at: new Date(Number(createdAt)),
    actorId,
    action: (isGrant ? CHANGES.grant : CHANGES.adjustment).action,
    subject: userId,
    detail: JSON.stringify({ userId, amountCents: Number(amount / MICRO_USD_PER_CENT), note }),
    postingId,
    address: address ?? null,
  };
  const isNew = await prisma.$transaction(async (transaction) => {
    if (await transaction.auditEvent.findUnique({ where: { postingId }, select: { id: true } })) return false;
    await transaction.auditEvent.create({ data: event });
    if (isGrant) await makePaying(transaction, userId);
    return true;
  });
  if (isNew) sessions.forget(userId);
  return isNew;
}

/** Not where the account was deleted meanwhile: nothing of a person comes back to it. */
async function makePaying(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  if (!(await findAccount(transaction, userId))) return;
  const role = { userId, role: 'paiduser' };
  await transaction.userRole.upsert({ where: { userId_role: role }, create: role, update: {} });
}

const findAccount = (prisma: Pick<Prisma.TransactionClient, 'user'>, userId: string) =>
  prisma.user.findFirst({ where: { id: userId, deletedAt: null }, select: { id: true } });

async function requireAccount({ prisma }: Pick<BillingDeps, 'prisma'>, userId: string): Promise<void> {
  if (await findAccount(prisma, userId)) return;
  throw new DomainError('not-found', 'Select a user: there is no account with this id.', {
    code: 'no_such_user',
  });
}

const describeChange = (posted: Posted): BalanceChange => ({
  isNew: posted.isNew,
  balanceCents: wholeCents(posted.balanceAfterMicroUsd),
  debtCents: owedCents(posted.debtMicroUsd),
});
