import type { Balance } from '../contract';
import { available, userAccount } from './accounts.server';
import type { LedgerParts } from './parts.server';

export function balanceOf(
  { accounts, days, clock }: Pick<LedgerParts, 'accounts' | 'days' | 'clock'>,
  userId: string,
): Balance {
  const account = accounts.find(userAccount(userId));
  const today = days.find(userId, clock());
  return {
    postedMicroUsd: account.posted,
    heldMicroUsd: account.held,
    availableMicroUsd: available(account),
    debtMicroUsd: account.debt,
    spentTodayMicroUsd: today.spent,
    freeSendsToday: Number(today.freeSends),
    freeOptimizationsToday: Number(today.freeOptimizations),
  };
}
