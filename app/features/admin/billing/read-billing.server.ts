import { randomUUID } from 'node:crypto';
import type { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { listLedger } from '~/features/billing/index.server';
import { readReconciliation } from '~/features/operations/index.server';
import type { AdminDeps } from '../deps.server';
import { findChosenUser, requireChosenUser } from '../find-user.server';
import { ADMIN_LEDGER_PAGE_SIZE, type adminBalanceSchema } from './schema';

export async function readAdminBalance(
  services: Pick<AdminDeps, 'prisma' | 'ledger'>,
  userId: string,
): Promise<z.output<typeof adminBalanceSchema>> {
  const { id } = await requireChosenUser(services, userId);
  const balance = await services.ledger.balance(id);
  return {
    balanceMicroUsd: Number(balance.postedMicroUsd),
    spendTodayMicroUsd: Number(balance.spentTodayMicroUsd),
    heldMicroUsd: Number(balance.heldMicroUsd),
    debtMicroUsd: Number(balance.debtMicroUsd),
  };
}

export async function listAdminLedger(
  services: Pick<AdminDeps, 'prisma' | 'catalogue' | 'ledger'>,
  { userId, page, pageSize }: { userId: string; page: number; pageSize: number },
) {
  const { id } = await requireChosenUser(services, userId);
  return listLedger(services, { userId: id }, { page, pageSize });
}

/** The billing page for the user in the URL, with the last reconciliation. */
export async function readBillingPage(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'catalogue' | 'ledger' | 'preferences'>,
  actor: Actor,
  { user: asked, page }: { user: string; page: number },
) {
  const [user, { PreferredTimezone: timeZone }, reconciliation] = await Promise.all([
    findChosenUser(services, asked),
    services.preferences.read(actor.userId),
    readReconciliation(services),
  ]);
  const [balance, ledger] = user
    ? await Promise.all([
        readAdminBalance(services, user.id),
        listAdminLedger(services, { userId: user.id, page, pageSize: ADMIN_LEDGER_PAGE_SIZE }),
      ])
    : [null, null];
  return {
    user,
    asked,
    balance,
    ledger,
    reconciliation,
    timeZone,
    now: new Date(services.clock()).toISOString(),
    /** New for each load; shared by both forms. */
    formKey: randomUUID(),
  };
}
