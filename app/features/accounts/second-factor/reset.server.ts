import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import { writeAudit } from '~/features/audit/index.server';
import type { AccountsDeps } from '../deps.server';
import { requestMail } from '../request-mails.server';
import { removeSecondFactor } from './set-up.server';

/**
 * An administrator removes a user's authenticator, such as after they lost their phone. The user is told by mail.
 * @throws DomainError `no_such_user`, `own_second_factor`, `second_factor_off`
 */
export async function resetSecondFactor(
  services: AccountsDeps,
  actor: Actor,
  userId: string,
): Promise<Message> {
  // One's own takes a proof, which this doesn't ask for.
  if (userId === actor.userId)
    throw new DomainError('conflict', 'Turn off your own authenticator on your account page.', {
      code: 'own_second_factor',
    });
  const { email } = await services.prisma.$transaction(async (transaction) => {
    const user = await transaction.user.findFirst({ where: { id: userId, deletedAt: null } });
    if (!user) throw new DomainError('not-found', 'There is no such user.', { code: 'no_such_user' });
    if (!(await removeSecondFactor(transaction, userId)))
      throw new DomainError('conflict', 'This user has no authenticator set up.', {
        code: 'second_factor_off',
      });
    await writeAudit(transaction, services, actor, { action: 'second-factor.reset', subject: userId });
    return user;
  });
  services.sessions.forget(userId);
  services.background.run('second-factor-reset mail', () =>
    requestMail(services, userId, { kind: 'second-factor-reset' }),
  );
  return { message: `The second factor of ${email} is reset.` };
}
