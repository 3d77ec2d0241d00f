import type { AppLoadContext } from '@remix-run/node';
import { optionalActor } from '~/core/authorize.server';
import { isWarnedOfLowBalance, type Role } from '~/core/shared/permissions';
import { readCookie } from '~/core/server/session.server';
import { parseTheme, THEME_COOKIE, type Theme } from '~/core/shared/theme';
import { getBalance } from '~/features/billing/index.server';
import { LOW_BALANCE_DISMISSED } from './low-balance-dismissal';

export interface ShellData {
  actor: {
    userId: string;
    firstName: string;
    lastName: string;
    email: string;
    roles: readonly Role[];
  } | null;
  balanceCents: number | null;
  /** The level that the balance has fallen to, for people who are warned and have not dismissed it. */
  lowBalanceWarnCents: number | null;
  theme: Theme;
}

/** What every page shows around itself. */
export async function readShell(request: Request, context: AppLoadContext): Promise<ShellData> {
  const theme = parseTheme(readCookie(request, THEME_COOKIE));
  const actor = await optionalActor(request, context);
  if (!actor) return { actor: null, balanceCents: null, lowBalanceWarnCents: null, theme };
  const { userId, firstName, lastName, email, roles } = actor;
  const [balance, { LowBalanceWarnCents: warnCents }] = await Promise.all([
    getBalance(context.app, userId),
    context.app.preferences.read(userId),
  ]);
  const isWarned =
    isWarnedOfLowBalance(roles, BigInt(balance.balanceMicroUsd)) &&
    balance.balanceCents <= warnCents &&
    readCookie(request, LOW_BALANCE_DISMISSED) === undefined;
  return {
    actor: { userId, firstName, lastName, email, roles },
    balanceCents: balance.balanceCents,
    lowBalanceWarnCents: isWarned ? warnCents : null,
    theme,
  };
}
