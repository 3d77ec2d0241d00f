import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import type { PrismaClient } from '~/core/db/app-database';
import type { Actor } from '~/core/server/session.server';
import { queueRequestedMail } from '~/features/mails/index.server';
import type { AccountsDeps } from './deps.server';
import { endMailedLinks, newEmailOf, type TokenStore } from './account-tokens.server';
import { requireRecentProof } from './recent-proof.server';
import { mailToNewAddress } from './request-mails.server';
import type { ChangeEmailInput, ConfirmEmailInput } from './schema';
import { findUser } from './users.server';

/** Mails a link to the new address. The account keeps its address until the link is opened. */
export async function requestEmailChange(
  services: AccountsDeps,
  actor: Actor,
  { email, currentPassword }: ChangeEmailInput,
): Promise<Message> {
  await requireRecentProof(services, actor, { password: currentPassword, field: 'currentPassword' });
  if (email === actor.email)
    throw new DomainError('invalid', 'That’s already your email address', {
      code: 'same_email',
      field: 'email',
    });
  mailToNewAddress(services, actor.userId, email);
  const isMailed = services.env.SMTP_URL !== undefined;
  const link = isMailed
    ? `We sent a link to ${email}.`
    : `A confirmation link for ${email} is on the server.`;
  return { message: `${link} Open it to finish. Until then, log in with ${actor.email}.` };
}

/**
 * Changes the account's address to that of the link, and notifies the old one. Returns undefined if the link is for
 * something else.
 * @throws DomainError `email_taken`, if another user has registered the address since
 */
export async function moveToNewEmail(
  services: Pick<AccountsDeps, 'clock' | 'mailQueueKey'>,
  store: TokenStore & { prisma: Pick<PrismaClient, 'user' | 'mail'> },
  { userId, token: secret }: ConfirmEmailInput,
): Promise<string | undefined> {
  const newEmail = await newEmailOf(store, { userId, secret });
  if (newEmail === undefined) return undefined;
  const user = await findUser(store, { id: userId });
  if (!user) return undefined;
  if (await store.prisma.user.findUnique({ where: { email: newEmail } })) throw emailTaken();
  await store.prisma.user.update({
    where: { id: user.id },
    data: { email: newEmail, emailConfirmedAt: new Date(store.clock()) },
  });
  await endMailedLinks(store, user.id);
  await queueRequestedMail(
    { ...services, prisma: store.prisma },
    {
      userId: user.id,
      kind: 'email-changed',
      about: randomUUID(),
      recipient: user.email,
      details: { newEmail },
    },
  );
  return newEmail;
}

const emailTaken = (): DomainError =>
  new DomainError('conflict', 'This address belongs to another account.', { code: 'email_taken' });
