import { DomainError } from '~/core/shared/errors';
import { letterTo } from '~/integrations/mail/index.server';
import type { Services } from '~/services';
import { issueToken } from './account-tokens.server';
import { listPendingRegistrations } from './pending-registrations.server';
import { ACCOUNT_RATE_LIMITS } from './rate-limits.server';
import type { EmailOnlyInput, WayBack } from './schema';
import { findUser, type User } from './users.server';

/**
 * Mails to an address after the answer, so that its timing does not tell whether the address has an account; `choose`
 * says which mail its user gets, if any. Nobody's mailbox is flooded by others who type their address: what is too
 * much is not sent, and nobody is told.
 */
export function mailInBackground(
  services: Services,
  { email, returnTo }: EmailOnlyInput & WayBack,
  choose: (user: User) => ((services: Services, user: User, wayBack: WayBack) => Promise<void>) | undefined,
): void {
  services.background.run('account mail', async () => {
    const user = await findUser(services, { email });
    const send = user && choose(user);
    if (send && (await mayMailTo(services, email))) await send(services, user, { returnTo });
  });
}

/** A link for a pending registration: the one that was just made, or the newest when another link is asked for. */
export async function sendConfirmation(
  services: Services,
  user: User,
  { registrationId, ...wayBack }: WayBack & { registrationId?: string | undefined },
): Promise<void> {
  const pending = await listPendingRegistrations(services, user.id);
  const registration = pending.find(({ id }) => id === registrationId) ?? pending[0];
  const token = await issueToken(services, {
    userId: user.id,
    purpose: 'confirm-email',
    registrationId: registration?.id ?? null,
  });
  const { firstName, lastName } = registration ?? user;
  const link = linkTo(services, '/confirm-email', { userId: user.id, token }, wayBack);
  await services.mailer.send({
    subject: 'Confirm your email address',
    ...letterTo({ ...user, firstName, lastName }, [
      'Open this link and press “Confirm email” to confirm that this address is yours. It works for one day:',
      link,
      'If you didn’t create an account, you can ignore this email.',
    ]),
  });
}

/** To the address that an account is to move to; whoever has an account there learns of it, and of nothing else. */
export function mailToNewAddress(services: Services, userId: string, newEmail: string): void {
  services.background.run('email change mail', async () => {
    const [user, owner] = await Promise.all([
      findUser(services, { id: userId }),
      findUser(services, { email: newEmail }),
    ]);
    if (!user || !(await mayMailTo(services, newEmail))) return;
    await (owner ? sendAlreadyRegistered(services, owner) : sendEmailChange(services, user, newEmail));
  });
}

/** To an owner who has nothing else to prove it with. */
export function mailProofLink(services: Services, user: User, sessionId: string): void {
  services.background.run('proof link mail', async () => {
    if (!(await mayMailTo(services, user.email))) return;
    const token = await issueToken(services, { userId: user.id, purpose: 'prove-owner', sessionId });
    await services.mailer.send({
      subject: 'Confirm that it’s you',
      ...letterTo(user, [
        'Open this link in the browser where you asked for it, to go on with the change to your account. It works once, for ten minutes:',
        linkTo(services, '/account', { proof: token }),
        'If you didn’t ask for this, someone may be using your account. Don’t open the link, and log out your other sessions on your account page.',
      ]),
    });
  });
}

async function mayMailTo({ rateLimits, log }: Services, address: string): Promise<boolean> {
  try {
    await rateLimits.take(ACCOUNT_RATE_LIMITS.mailTo, address);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn('a mail was not sent: its address had enough of them this hour');
    return false;
  }
}

async function sendEmailChange(services: Services, user: User, newEmail: string): Promise<void> {
  const token = await issueToken(services, { userId: user.id, purpose: 'change-email', newEmail });
  const link = linkTo(services, '/confirm-email', { userId: user.id, token });
  await services.mailer.send({
    subject: 'Confirm your new email address',
    ...letterTo({ ...user, email: newEmail }, [
      'Open this link and press “Confirm email” to use this address for your account. It works for one day:',
      link,
      'If you didn’t ask for this, you can ignore this email.',
    ]),
  });
}

export function sendEmailChanged({ mailer }: Services, user: User, newEmail: string): Promise<void> {
  return mailer.send({
    subject: 'Your email address was changed',
    ...letterTo(user, [
      `Your account’s email address is now ${newEmail}. Use it to log in.`,
      'If this wasn’t you, contact this server’s administrator right away.',
    ]),
  });
}

export async function sendAlreadyRegistered(
  services: Services,
  user: User,
  wayBack?: WayBack,
): Promise<void> {
  await services.mailer.send({
    subject: 'You already have an account',
    ...letterTo(user, [
      'Someone, probably you, tried to sign up with this address. You already have an account, and nothing was changed.',
      'To log in, use your password. If you’ve forgotten it, use this link to choose a new one. It works once, for one hour:',
      await resetLink(services, user, wayBack),
      'If this wasn’t you, you don’t need to do anything.',
    ]),
  });
}

export async function sendPasswordReset(services: Services, user: User, wayBack: WayBack): Promise<void> {
  await services.mailer.send({
    subject: 'Choose a new password',
    ...letterTo(user, [
      'Open this link to choose a new password. It works once, for one hour:',
      await resetLink(services, user, wayBack),
      'If you didn’t ask for this, you can ignore this email. Your password hasn’t changed.',
    ]),
  });
}

export function sendPasswordChanged({ mailer, siteUrl }: Services, user: User): Promise<void> {
  return mailer.send({
    subject: 'Your password was changed',
    ...letterTo(user, [
      'Your account’s password was just changed, and all other browsers and scripts were logged out.',
      `If this wasn’t you, reset your password right away: ${siteUrl()}/forgot-password`,
    ]),
  });
}

/** After Google was linked to an account, which ended all its sessions. */
export function sendGoogleLinked(
  { mailer, siteUrl }: Services,
  user: User,
  hasPassword: boolean,
): Promise<void> {
  return mailer.send({
    subject: 'You can now log in with Google',
    ...letterTo(user, [
      `Google was used for the first time to log in to your account ${user.email}. All browsers and scripts that were logged in before have been logged out.`,
      hasPassword
        ? `Your password works as before. If you didn’t choose it yourself, remove it: ${siteUrl()}/account#password`
        : `Your account has no password now. You can set one: ${siteUrl()}/account#password`,
      'If this wasn’t you, contact this server’s administrator right away.',
    ]),
  });
}

export function sendPasswordRemoved({ mailer, siteUrl }: Services, user: User): Promise<void> {
  return mailer.send({
    subject: 'Your password was removed',
    ...letterTo(user, [
      'Your account’s password was just removed, and all other browsers and scripts were logged out. From now on, log in with Google.',
      `If this wasn’t you, choose a new password right away: ${siteUrl()}/forgot-password`,
    ]),
  });
}

async function resetLink(services: Services, user: User, wayBack?: WayBack): Promise<string> {
  const token = await issueToken(services, { userId: user.id, purpose: 'reset-password' });
  return linkTo(services, '/reset-password', { email: user.email, token }, wayBack);
}

function linkTo(
  { siteUrl }: Services,
  path: string,
  query: Record<string, string>,
  { returnTo }: WayBack = {},
): string {
  const search = new URLSearchParams({ ...query, ...(returnTo === undefined ? {} : { returnTo }) });
  return `${siteUrl()}${path}?${search.toString()}`;
}
