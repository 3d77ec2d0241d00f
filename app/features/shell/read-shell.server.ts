import { isOfferedTopUp, type Role } from '~/core/shared/permissions';
import { LOW_BALANCE_DISMISSED } from '~/core/shared/low-balance-dismissal';
import { readCookie, type Actor } from '~/core/server/session.server';
import { parseTheme, THEME_COOKIE, type Theme } from '~/core/shared/theme';
import { hasAdministrator } from '~/features/accounts/index.server';
import type { ShellDeps } from './deps.server';
import { lowBalanceOf, type LowBalance } from './low-balance.server';

export interface ShellData {
  actor: {
    userId: string;
    firstName: string;
    lastName: string;
    email: string;
    roles: readonly Role[];
  } | null;
  /** The available balance: without holds, and zero while in debt. */
  balanceMicroUsd: number | null;
  /** The balance is low or zero and no warning is shown. */
  offersTopUp: boolean;
  /** For users with an undismissed warning. */
  lowBalance: LowBalance | null;
  /** The time zone of the pages, as long as the user has chosen none. */
  openTimezone: string | null;
  theme: Theme;
  /** An administrator exists. Until then, only the set-up link leads on. */
  isSetUp: boolean;
  /** APP_URL if it is https; pages opened by http redirect to it. */
  httpsOrigin?: string;
}

/** Data of the frame around every page. */
export async function readShell(
  services: ShellDeps,
  actor: Actor | undefined,
  request: Request,
): Promise<ShellData> {
  const theme = parseTheme(readCookie(request, THEME_COOKIE));
  const address = httpsOriginOf(services.env.APP_URL);
  if (!actor) {
    const isSetUp = await hasAdministrator(services);
    return {
      actor: null,
      balanceMicroUsd: null,
      offersTopUp: false,
      lowBalance: null,
      openTimezone: null,
      theme,
      isSetUp,
      ...address,
    };
  }
  const { userId, firstName, lastName, email, roles } = actor;
  const [balance, { LowBalanceWarnCents: warnCents, PreferredTimezone }, isTimezoneChosen] =
    await Promise.all([
      services.ledger.balance(userId),
      services.preferences.read(userId),
      services.preferences.isChosen(userId, 'PreferredTimezone'),
    ]);
  const isDismissed = readCookie(request, LOW_BALANCE_DISMISSED) !== undefined;
  const lowBalance = isDismissed ? null : lowBalanceOf(roles, balance, warnCents);
  return {
    actor: { userId, firstName, lastName, email, roles },
    balanceMicroUsd: Number(balance.availableMicroUsd),
    offersTopUp: lowBalance === null && isOfferedTopUp(actor, balance, warnCents),
    lowBalance,
    openTimezone: isTimezoneChosen ? null : PreferredTimezone,
    theme,
    isSetUp: true,
    ...address,
  };
}

const httpsOriginOf = (appUrl: string | undefined): Pick<ShellData, 'httpsOrigin'> =>
  appUrl?.startsWith('https:') ? { httpsOrigin: new URL(appUrl).origin } : {};
