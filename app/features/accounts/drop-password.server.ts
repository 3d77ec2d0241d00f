import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import type { AccountsDeps } from './deps.server';
import { endMailedLinks } from './account-tokens.server';
import { labelOf } from './provider-return.server';
import { PASSKEY, waysIn } from './provider-on-account.server';
import { requireRecentProof } from './recent-proof.server';
import { requestMail } from './request-mails.server';
import type { DropPasswordInput } from './schema';

/** Removes the password of a user who can log in with a provider. Ends all other sessions, in case someone knew it. */
export async function dropPassword(
  services: AccountsDeps,
  actor: Actor,
  { currentPassword }: DropPasswordInput,
): Promise<Message> {
  const user = await requireRecentProof(services, actor, {
    password: currentPassword,
    field: 'currentPassword',
  });
  const [other] = waysIn(services, user).filter((way) => way !== 'password');
  if (other === undefined)
    throw new DomainError('conflict', 'Your password is the only way to log in to your account.', {
      code: 'last_way_in',
    });
  const { prisma, sessions, clock, background } = services;
  const label = other === PASSKEY ? 'a passkey' : labelOf(services, other);
  await prisma.$transaction(async (transaction) => {
    await transaction.user.update({
      where: { id: user.id },
      data: { passwordHash: null, passwordChangedAt: null },
    });
    await endMailedLinks({ prisma: transaction, clock }, user.id);
  });
  await sessions.endAll(user.id, { except: actor.sessionId });
  background.run('password removed mail', () =>
    requestMail(services, user.id, { kind: 'password-removed', details: { provider: label } }),
  );
  return { message: `Your password was removed. From now on, log in with ${label}.` };
}
