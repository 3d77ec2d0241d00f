import { costCents, wholeCents } from '~/core/shared/money';
import { FREE_SENDS_PER_DAY } from '~/features/completions/index.server';
import type { Ledger } from '~/features/ledger/index.server';

export interface ShownBalance {
  balanceCents: number;
  balanceMicroUsd: number;
  spendTodayCents: number;
  spendTodayMicroUsd: number;
  /** Set aside for calls under way. */
  heldMicroUsd: number;
  /** Owed after a refund or dispute; spending waits until it is paid. */
  debtCents: number;
  freeSendsToday: number;
  freeSendsPerDay: number;
}

export async function getBalance(deps: { ledger: Ledger }, userId: string): Promise<ShownBalance> {
  const balance = await deps.ledger.balance(userId);
  return {
    balanceCents: wholeCents(balance.postedMicroUsd),
    balanceMicroUsd: Number(balance.postedMicroUsd),
    spendTodayCents: costCents(balance.spentTodayMicroUsd),
    spendTodayMicroUsd: Number(balance.spentTodayMicroUsd),
    heldMicroUsd: Number(balance.heldMicroUsd),
    debtCents: wholeCents(balance.debtMicroUsd),
    freeSendsToday: balance.freeSendsToday,
    freeSendsPerDay: FREE_SENDS_PER_DAY,
  };
}
