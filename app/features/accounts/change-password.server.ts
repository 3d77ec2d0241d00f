import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import type { Actor } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { consumeToken, endMailedLinks, isTokenUsable, type GivenToken } from './account-tokens.server';
import { grantInvitation } from './invitations/use-invitation.server';
import { forgetRememberedBrowsers } from './second-factor/remembered-browsers.server';
import { requireRecentProof } from './recent-proof.server';
import { confirmAddress } from './pending-registrations.server';
import { mailInBackground, requestMail } from './request-mails.server';
import {
  INVALID_RESET_LINK,
  type ChangePasswordInput,
  type EmailOnlyInput,
  type ResetPasswordInput,
  type ReturnTo,
} from './schema';
import { findUser, type User } from './users.server';

const SAME_PASSWORD = 'Choose a password other than the current one';
const PASSWORD_CHANGED = 'Your password was changed. All other browsers and scripts were logged out.';
const PASSWORD_RESET = 'Your password has been changed. You can now log in with it.';

/** Changes the user's password, or sets the first one. */
export async function changePassword(
  services: AccountsDeps,
  actor: Actor,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<Message> {
  const { passwords, prisma, sessions, clock } = services;
  const user = await requireRecentProof(services, actor, {
    password: currentPassword,
    field: 'currentPassword',
  });
  await refuseSamePassword(services, user, newPassword);
  const passwordHash = await passwords.hash(newPassword);
  const passwordChangedAt = new Date(clock());
  await prisma.$transaction(async (transaction) => {
    await transaction.user.update({ where: { id: user.id }, data: { passwordHash, passwordChangedAt } });
    await endMailedLinks({ prisma: transaction, clock }, user.id);
    await forgetRememberedBrowsers({ prisma: transaction }, user.id);
  });
  await sessions.endAll(user.id, { except: actor.sessionId });
  notifyPasswordChanged(services, user);
  return { message: PASSWORD_CHANGED };
}

/** Mails a link to choose a new password, if the address has an account. The response doesn't reveal that. */
export function requestPasswordReset(services: AccountsDeps, to: EmailOnlyInput & ReturnTo): Message {
  mailInBackground(services, to, () => ({ kind: 'reset-password' }));
  const isMailed = services.env.SMTP_URL !== undefined;
  const link = isMailed
    ? 'we’ve sent a link to choose a new password'
    : 'a link to choose a new password is on the server';
  return { message: `If this address has an account, ${link}.` };
}

/**
 * Sets a new password with a mailed link and ends all sessions. The link proves access to the mailbox, so the address
 * counts as confirmed.
 */
export async function resetPassword(
  services: AccountsDeps,
  { email, token, newPassword }: ResetPasswordInput,
): Promise<Message & { browserMark: string }> {
  const user = await findUser(services, { email });
  const given: GivenToken = { userId: user?.id ?? '', purpose: 'reset-password', secret: token };
  if (!user || !(await isTokenUsable(services, given))) throw invalidLink();
  await refuseSamePassword(services, user, newPassword);
  const passwordHash = await services.passwords.hash(newPassword);
  if (!(await replacePassword(services, given, passwordHash))) throw invalidLink();
  await services.sessions.endAll(user.id);
  await grantInvitation(services, user.id); // the link confirmed the address
  notifyPasswordChanged(services, user);
  return { message: PASSWORD_RESET, browserMark: services.knownBrowsers.mark(email) };
}

function replacePassword(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
  token: GivenToken,
  passwordHash: string,
): Promise<boolean> {
  const { userId } = token;
  return prisma.$transaction(async (transaction) => {
    if (!(await consumeToken({ prisma: transaction, clock }, token))) return false;
    const store = { prisma: transaction, clock };
    await confirmAddress(store, userId);
    const passwordChangedAt = new Date(clock());
    await transaction.user.update({ where: { id: userId }, data: { passwordHash, passwordChangedAt } });
    await endMailedLinks(store, userId);
    await forgetRememberedBrowsers(store, userId);
    await transaction.session.deleteMany({ where: { userId } });
    return true;
  });
}

async function refuseSamePassword(
  { passwords }: Pick<AccountsDeps, 'passwords'>,
  user: User,
  newPassword: string,
): Promise<void> {
  if (!(await passwords.verify(user.passwordHash, newPassword))) return;
  throw new DomainError('invalid', SAME_PASSWORD, { code: 'same_password', field: 'newPassword' });
}

/** Notifies the owner, in case someone else changed it. */
function notifyPasswordChanged(services: AccountsDeps, user: User): void {
  services.background.run('password changed mail', () =>
    requestMail(services, user.id, { kind: 'password-changed' }),
  );
}

const invalidLink = (): DomainError =>
  new DomainError('invalid', INVALID_RESET_LINK, { code: 'invalid_link' });
