import type { Balance } from '../contract';
import { userAccount } from '../rules/accounts';
import { describeBalance } from '../rules/balance';
import type { LedgerParts } from './parts.server';

export const balanceOf = (
  { accounts, days, clock }: Pick<LedgerParts, 'accounts' | 'days' | 'clock'>,
  userId: string,
): Balance => describeBalance(accounts.find(userAccount(userId)), days.find(userId, clock()));
