import { isWarnedOfLowBalance, ownMicroUsd, type Role } from '~/core/shared/permissions';
import type { Balance } from '~/features/ledger/index.server';

/** A low balance: available, held, and the threshold. */
export interface LowBalance {
  availableMicroUsd: number;
  ownMicroUsd: number;
  warnCents: number;
}

/** Null if no warning applies. */
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
