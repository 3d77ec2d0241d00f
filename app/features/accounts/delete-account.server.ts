import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import { isTestDrive } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { ACCOUNT_RULES } from './account-limits.server';
import type { Accounts } from './deps.server';

/**
 * Deletes a person: their data goes, their sessions end. What the ledger holds stays, under an id that leads to
 * nobody: the books must add up for ever.
 */
export async function deleteAccount(deps: Accounts, actor: Actor): Promise<{ deletionId: string }> {
  await deps.limits.take(ACCOUNT_RULES.deleteAccount, actor.userId);
  const refusal = await whyNotDelete(deps, actor);
  if (refusal !== undefined) throw new DomainError('conflict', refusal, { code: 'cannot_delete' });
  const { userId } = actor;
  for (const part of deps.personalData) await part.remove(userId);
  const deletionId = randomUUID();
  await forgetPerson(deps, userId, deletionId);
  await deps.sessions.endAll(userId);
  deps.preferences.forget(userId);
  return { deletionId };
}

/** Why this account cannot be deleted now; undefined when it can. The page asks the same to disable its button. */
export async function whyNotDelete(
  { prisma, siteUrl }: Pick<Accounts, 'prisma' | 'siteUrl'>,
  actor: Pick<Actor, 'email' | 'roles'>,
): Promise<string | undefined> {
  const domain = actor.email.split('@')[1];
  if (isTestDrive(actor.email) && domain === new URL(siteUrl()).hostname.replace(/^www\./, '')) {
    return 'Test-drive accounts of this site cannot be deleted. Please contact an admin.';
  }
  if (actor.roles.includes('admin')) {
    const admins = await prisma.userRole.count({
      where: { role: 'admin', user: { deletedAt: null, suspendedAt: null } },
    });
    if (admins <= 1) {
      return 'You are the only administrator. Make somebody else one first, or nobody could run this site.';
    }
  }
  return undefined;
}

async function forgetPerson({ prisma, clock }: Accounts, userId: string, deletionId: string): Promise<void> {
  const now = new Date(clock());
  const ofPerson = { where: { userId } };
  await prisma.$transaction([
    prisma.user.update({
      where: { id: userId },
      data: {
        email: `deleted-${deletionId}@deleted.invalid`,
        firstName: '',
        lastName: '',
        passwordHash: null,
        passwordChangedAt: null,
        googleSubject: null,
        emailConfirmedAt: null,
        lastLoginAt: null,
        deletedAt: now,
      },
    }),
    prisma.session.deleteMany(ofPerson),
    prisma.accountToken.deleteMany(ofPerson),
    prisma.userRole.deleteMany(ofPerson),
    prisma.userPreferences.deleteMany(ofPerson),
    prisma.auditEvent.create({
      data: { at: now, actorId: userId, action: 'account.deleted', subject: userId, detail: deletionId },
    }),
  ]);
}
