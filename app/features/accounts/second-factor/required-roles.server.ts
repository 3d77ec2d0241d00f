import type { Actor } from '~/core/server/session.server';
import { parseRoles, type Role } from '~/core/shared/permissions';
import { writeAudit } from '~/features/audit/index.server';
import type { AccountsDeps } from '../deps.server';

/** The roles whose users must have a second factor. */
export async function readRequiredRoles({ prisma }: Pick<AccountsDeps, 'prisma'>): Promise<Role[]> {
  const rows = await prisma.secondFactorRole.findMany();
  return parseRoles(rows.map(({ role }) => role));
}

/**
 * An authenticator, or passkeys alone: they are two factors in one. A passkey beside a password is not enough, since the
 * password would open the account without it.
 */
export const hasSecondFactor = (user: {
  passwordHash: string | null;
  authenticator: { enabledAt: Date | null } | null;
  passkeys: readonly unknown[];
}): boolean =>
  Boolean(user.authenticator?.enabledAt) || (user.passwordHash === null && user.passkeys.length > 0);

/** Takes effect with the next request of every session: those without a factor may only set one up. */
export async function requireSecondFactorOf(
  services: Pick<AccountsDeps, 'prisma' | 'clock' | 'sessions'>,
  actor: Actor,
  { roles }: { roles: readonly Role[] },
): Promise<{ roles: Role[] }> {
  const { prisma, clock, sessions } = services;
  const createdAt = new Date(clock());
  await prisma.$transaction(async (transaction) => {
    await transaction.secondFactorRole.deleteMany({ where: { role: { notIn: [...roles] } } });
    for (const role of roles)
      await transaction.secondFactorRole.upsert({
        where: { role },
        create: { role, createdAt },
        update: {},
      });
    await writeAudit(transaction, services, actor, {
      action: 'second-factor.required',
      subject: 'second-factor',
      detail: { roles },
    });
  });
  sessions.forgetAll();
  return { roles: await readRequiredRoles(services) };
}
