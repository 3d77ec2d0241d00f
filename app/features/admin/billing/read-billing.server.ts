import { randomUUID } from 'node:crypto';
import type { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { listKeyNames, listLedger } from '~/features/billing/index.server';
import { readReconciliation } from '~/features/operations/index.server';
import type { AdminDeps } from '../deps.server';
import { findChosenUser, requireChosenUser } from '../find-user.server';
import {
  ADMIN_LEDGER_PAGE_SIZE,
  type adminBalanceSchema,
  type adminLedgerQuerySchema,
  type billingPageSchema,
} from './schema';

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
  { userId, page, pageSize, apiKey }: z.output<typeof adminLedgerQuerySchema>,
) {
  const { id } = await requireChosenUser(services, userId);
  return listLedger(services, { userId: id }, { page, pageSize, apiKey });
}

/** The billing page for the user in the URL, with the last reconciliation. */
export async function readBillingPage(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'catalogue' | 'ledger' | 'preferences'>,
  actor: Actor,
  { user: asked, page, apiKey }: z.output<typeof billingPageSchema>,
) {
  const [user, { PreferredTimezone: timeZone }, reconciliation] = await Promise.all([
    findChosenUser(services, asked),
    services.preferences.read(actor.userId),
    readReconciliation(services),
  ]);
  const [balance, ledger, keys] = user
    ? await Promise.all([
        readAdminBalance(services, user.id),
        listAdminLedger(services, { userId: user.id, page, pageSize: ADMIN_LEDGER_PAGE_SIZE, apiKey }),
        listKeyNames(services, { userId: user.id }),
      ])
    : [null, null, []];
  return {
    user,
    asked,
    balance,
    ledger,
    keys,
    apiKey: apiKey ?? null,
    reconciliation,
    timeZone,
    now: new Date(services.clock()).toISOString(),
    /** New for each load; shared by both forms. */
    formKey: randomUUID(),
  };
}
