import { isWarnedOfLowBalance, ownMicroUsd, type Role } from '~/core/shared/permissions';
import type { Balance } from '~/features/ledger/index.server';

/** What is said of a low balance: how much it is, held money apart, and the level that it has fallen to. */
export interface LowBalance {
  availableMicroUsd: number;
  ownMicroUsd: number;
  warnCents: number;
}

/** Null where nobody is warned. */
export const lowBalanceOf = (
  roles: readonly Role[],
  balance: Balance,
  warnCents: number,
): LowBalance | null =>
  isWarnedOfLowBalance(roles, balance, warnCents)
    ? {
        availableMicroUsd: Number(balance.availableMicroUsd),
        ownMicroUsd: Number(ownMicroUsd(balance)),
        warnCents,
      }
    : null;
