import type { Queries } from '~/core/db/postgres/queries.server';
import type { Balance } from '../contract';
import { userAccount } from '../rules/accounts';
import { describeBalance } from '../rules/balance';
import { findAccount } from './accounts.server';
import { findDay } from './days.server';
import type { LedgerParts } from './parts.server';

export const balanceOf = async (queries: Queries, { clock }: LedgerParts, userId: string): Promise<Balance> =>
  describeBalance(await findAccount(queries, userAccount(userId)), await findDay(queries, userId, clock()));
