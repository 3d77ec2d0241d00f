import type { Balance } from '../contract';
import { available, type AccountRow } from './accounts';
import type { DayRow } from './rows';

export const describeBalance = (account: AccountRow, today: DayRow): Balance => ({
  postedMicroUsd: account.posted,
  heldMicroUsd: account.held,
  availableMicroUsd: available(account),
  debtMicroUsd: account.debt,
  spentTodayMicroUsd: today.spent,
  freeSendsToday: Number(today.freeSends),
  freeOptimizationsToday: Number(today.freeOptimizations),
});
