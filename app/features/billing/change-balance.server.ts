import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { MICRO_USD_PER_CENT, owedCents, wholeCents } from '~/core/shared/money';
import type { UserRef } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import { giveLastingRole } from '~/features/accounts/index.server';
import type { Posted } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import type { adjustSchema, BalanceChange, grantSchema } from './schema';

type Keyed<Schema extends z.ZodType> = z.output<Schema> & { key: string };

/**
 * Ledger key prefix and audit action of each change. Credit that the product grants automatically (first administrator,
 * test-drive accounts) uses other keys and actions.
 */
const CHANGES = {
  grant: { prefix: 'grant:', action: 'billing.grant' },
  adjustment: { prefix: 'adjust:', action: 'billing.adjust' },
} as const;
const BATCH_SIZE = 100;

/** Credit from an administrator. The first credit makes the user a paying one. */
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

/** An administrator's correction of a balance, in either direction. */
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

/** Runs at start-up and hourly: writes the audit events of postings after which the process stopped. */
export async function recoverBalanceChanges(
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

/** Reads in batches, so that other queries don't wait. */
async function* unrecorded({ prisma }: Pick<BillingDeps, 'prisma'>, prefix: string): AsyncGenerator<string> {
  for (let after = prefix; ;) {
    const rows = await prisma.ledgerPosting.findMany({
      where: { idempotencyKey: { gt: after, lt: `${prefix}\uffff` } },
      orderBy: { idempotencyKey: 'asc' },
      take: BATCH_SIZE,
      select: { id: true, idempotencyKey: true, auditEvent: { select: { id: true } } },
    });
    for (const { id, auditEvent } of rows) if (!auditEvent) yield id;
    after = rows.at(-1)?.idempotencyKey ?? after;
    if (rows.length < BATCH_SIZE) return;
  }
}

/**
 * Writes the audit event and the role of a posting in one transaction; returns true if they were missing. The ledger
 * has already committed: after a crash in between, the next start or a retried request completes it. A posting that has
 * its event is skipped, so later role changes aren't undone.
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
    if (isGrant) await grantPaidRole(transaction, userId);
    return true;
  });
  if (isNew) sessions.forget(userId);
  return isNew;
}

/** Skips accounts deleted in the meantime, so that no personal data is written for them. */
async function grantPaidRole(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  if (!(await findAccount(transaction, userId))) return;
  await giveLastingRole(transaction, { userId, role: 'paiduser' });
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
