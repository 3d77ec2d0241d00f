import { isWarnedOfLowBalance, ownMicroUsd, parseRoles } from '~/core/shared/permissions';
import type { NotificationsDeps } from './deps.server';

/**
 * The balance and the warning level, if a warning is due. Checked when the mail is queued and again when it is sent.
 */
export async function readLowBalance(
  { ledger, preferences, prisma }: Pick<NotificationsDeps, 'prisma' | 'ledger' | 'preferences'>,
  userId: string,
): Promise<{ ownMicroUsd: bigint; warnCents: number } | undefined> {
  const [balance, { LowBalanceWarnCents: warnCents }, rows] = await Promise.all([
    ledger.balance(userId),
    preferences.read(userId),
    prisma.userRole.findMany({ where: { userId }, select: { role: true } }),
  ]);
  const roles = parseRoles(rows.map(({ role }) => role));
  if (!isWarnedOfLowBalance(roles, balance, warnCents)) return undefined;
  return { ownMicroUsd: ownMicroUsd(balance), warnCents };
}
