import type { AccountMail, ComposeMail, QueuedMail } from '~/features/mails/index.server';
import { DAY_MS } from '~/core/shared/clock';
import { fullName } from '~/core/shared/full-name';
import { composeUserMail, nameWithoutLink } from '~/integrations/mail/index.server';
import type { AccountsDeps } from './deps.server';
import { issueToken } from './account-tokens.server';
import { invitationLink } from './invitations/manage-invitations.server';
import { isOpen } from './invitations/use-invitation.server';
import { listPendingRegistrations } from './pending-registrations.server';
import type { ReturnTo } from './schema';
import { countRecoveryCodes } from './second-factor/recovery-codes.server';
import { findUser, type User } from './users.server';

interface Letter {
  subject: string;
  paragraphs: string[];
  /** The name from the pending registration; the account has none until its address is confirmed. */
  name?: Pick<User, 'firstName' | 'lastName'> | undefined;
}

/** Composes a mail. Each attempt to send it issues a new token; earlier ones stay valid until they expire. */
type Compose = (services: AccountsDeps, user: User, mail: QueuedMail) => Promise<Letter | undefined>;

/** Confirms the registration it was requested for, or the newest one if another link was requested. */
const confirmEmail: Compose = async (services, user, { details }) => {
  if (user.emailConfirmedAt) return undefined;
  const pending = await listPendingRegistrations(services, user.id);
  const registration = pending.find(({ id }) => id === details.registrationId) ?? pending[0];
  const token = await issueToken(services, {
    userId: user.id,
    purpose: 'confirm-email',
    registrationId: registration?.id ?? null,
  });
  return {
    subject: 'Confirm your email address',
    name: registration,
    paragraphs: [
      'Open this link and press “Confirm email” to confirm that this address is yours. It works for one day:',
      linkTo(services, '/confirm-email', { userId: user.id, token }, details),
      'If you didn’t create an account, you can ignore this email.',
    ],
  };
};

const alreadyRegistered: Compose = async (services, user, { details }) => ({
  subject: 'You already have an account',
  paragraphs: [
    'Someone, probably you, tried to sign up with this address. You already have an account, and nothing was changed.',
    'To log in, use your password. If you’ve forgotten it, use this link to choose a new one. It works once, for one hour:',
    await resetLink(services, user, details),
    'If this wasn’t you, you don’t need to do anything.',
  ],
});

/** Proof of ownership for users without a password or a linked provider. Not sent once the session that requested it has ended. */
const proveOwner: Compose = async (services, user, { details: { sessionId } }) => {
  if (sessionId === undefined) return undefined;
  if (!(await services.prisma.session.findUnique({ where: { id: sessionId, userId: user.id } })))
    return undefined;
  const token = await issueToken(services, { userId: user.id, purpose: 'prove-owner', sessionId });
  return {
    subject: 'Confirm that it’s you',
    paragraphs: [
      'Open this link in the browser where you asked for it, to go on with the change to your account. It works once, for ten minutes:',
      linkTo(services, '/account', { proof: token }),
      'If you didn’t ask for this, someone may be using your account. Don’t open the link, and log out your other sessions on your account page.',
    ],
  };
};

const resetPassword: Compose = async (services, user, { details }) => ({
  subject: 'Choose a new password',
  paragraphs: [
    'Open this link to choose a new password. It works once, for one hour:',
    await resetLink(services, user, details),
    'If you didn’t ask for this, you can ignore this email. Your password hasn’t changed.',
  ],
});

const passwordChanged: Compose = ({ siteUrl }) =>
  Promise.resolve({
    subject: 'Your password was changed',
    paragraphs: [
      'Your account’s password was just changed, and all other browsers and scripts were logged out.',
      `If this wasn’t you, reset your password right away: ${siteUrl()}/forgot-password`,
    ],
  });

const changeEmail: Compose = async (services, user, { recipient: newEmail }) => {
  if (newEmail === null || newEmail === user.email) return undefined;
  const token = await issueToken(services, { userId: user.id, purpose: 'change-email', newEmail });
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      'Open this link and press “Confirm email” to use this address for your account. It works for one day:',
      linkTo(services, '/confirm-email', { userId: user.id, token }),
      'If you didn’t ask for this, you can ignore this email.',
    ],
  };
};

const emailChanged: Compose = (_services, _user, { details }) =>
  Promise.resolve({
    subject: 'Your email address was changed',
    paragraphs: [
      `Your account’s email address is now ${details.newEmail ?? 'another one'}. Use it to log in.`,
      'If this wasn’t you, contact this server’s administrator right away.',
    ],
  });

/** Sent after a provider was linked. A first sign-in with it ended all sessions; linking on the account page doesn't. */
const providerLinked: Compose = (
  { siteUrl },
  user,
  { details: { provider = 'Google', endedSessions = true } },
) =>
  Promise.resolve({
    subject: `You can now log in with ${provider}`,
    paragraphs: [
      endedSessions
        ? `${provider} was used for the first time to log in to your account ${user.email}. All browsers and scripts that were logged in before have been logged out.`
        : `${provider} was linked to your account ${user.email}.`,
      user.passwordHash === null
        ? `Your account has no password now. You can set one: ${siteUrl()}/account#password`
        : `Your password works as before. If you didn’t choose it yourself, remove it: ${siteUrl()}/account#password`,
      'If this wasn’t you, contact this server’s administrator right away.',
    ],
  });

const providerUnlinked: Compose = (_services, user, { details: { provider = 'Google' } }) =>
  Promise.resolve({
    subject: `You can no longer log in with ${provider}`,
    paragraphs: [
      `${provider} was just unlinked from your account ${user.email}, and all other browsers and scripts were logged out.`,
      'If this wasn’t you, contact this server’s administrator right away.',
    ],
  });

const passwordRemoved: Compose = ({ siteUrl }, _user, { details: { provider = 'Google' } }) =>
  Promise.resolve({
    subject: 'Your password was removed',
    paragraphs: [
      `Your account’s password was just removed, and all other browsers and scripts were logged out. From now on, log in with ${provider}.`,
      `If this wasn’t you, choose a new password right away: ${siteUrl()}/forgot-password`,
    ],
  });

/** Goes to an address without an account, in the name of the administrator who invited it. */
const invitation: ComposeMail<AccountsDeps> = async (
  services,
  { userId, recipient, details: { invitationId = '' } },
) => {
  const row = await services.prisma.invitation.findUnique({ where: { id: invitationId } });
  const inviter = await findUser(services, { id: userId });
  if (!row || !inviter || recipient === null || !isOpen(row, services.clock())) return undefined;
  const days = Math.ceil((row.expiresAt.getTime() - services.clock()) / DAY_MS);
  return {
    to: { name: '', address: recipient },
    subject: 'You’re invited to Promptwell',
    text: `${[
      'Hello,',
      `${nameWithoutLink(fullName(inviter)) || inviter.email} invited you to create an account on Promptwell. Open this link to do so. It works once, for ${String(days)} ${days === 1 ? 'day' : 'days'}:`,
      invitationLink(services, row.id),
      'If you don’t know this person, you can ignore this email.',
      'Promptwell',
    ].join('\n\n')}\n`,
  };
};

const secondFactorOn: Compose = ({ siteUrl }) =>
  Promise.resolve({
    subject: 'Your authenticator is on',
    paragraphs: [
      'Logging in with your password now also takes a code from your authenticator app. Keep your recovery codes somewhere safe.',
      `If this wasn’t you, reset your password right away: ${siteUrl()}/forgot-password`,
    ],
  });

const secondFactorOff: Compose = ({ siteUrl }) =>
  Promise.resolve({
    subject: 'Your authenticator is off',
    paragraphs: [
      'Logging in takes only your password now.',
      `If this wasn’t you, reset your password right away: ${siteUrl()}/forgot-password`,
    ],
  });

const secondFactorReset: Compose = ({ siteUrl }) =>
  Promise.resolve({
    subject: 'Your second factor was reset',
    paragraphs: [
      'An administrator removed your authenticator and your recovery codes. Logging in takes only your password now.',
      `You can set up a new authenticator: ${siteUrl()}/account/second-factor`,
      'If you didn’t ask for this, contact this server’s administrator.',
    ],
  });

const recoveryCodeUsed: Compose = async ({ siteUrl, prisma }, { id: userId }) => {
  const left = await countRecoveryCodes({ prisma }, userId);
  return {
    subject: 'A recovery code was used to log in',
    paragraphs: [
      `Someone, probably you, logged in with one of your recovery codes. It doesn’t work again. ${left === 1 ? '1 code is' : `${String(left)} codes are`} left.`,
      `You can make new ones: ${siteUrl()}/account#security`,
      `If this wasn’t you, reset your password right away: ${siteUrl()}/forgot-password`,
    ],
  };
};

const passkeyAdded: Compose = ({ siteUrl }) =>
  Promise.resolve({
    subject: 'A passkey was added to your account',
    paragraphs: [
      'You can log in with it, without your password.',
      `If this wasn’t you, remove it right away and choose a new password: ${siteUrl()}/account#security`,
    ],
  });

const passkeyRemoved: Compose = ({ siteUrl }) =>
  Promise.resolve({
    subject: 'A passkey was removed from your account',
    paragraphs: [
      'It can no longer be used to log in.',
      `If this wasn’t you, choose a new password right away: ${siteUrl()}/account#password`,
    ],
  });

const toUser =
  (compose: Compose): ComposeMail<AccountsDeps> =>
  async (services, mail) => {
    const user = await findUser(services, { id: mail.userId });
    const letter = user && (await compose(services, user, mail));
    if (!letter) return undefined;
    const { firstName, lastName } = letter.name ?? user;
    const email = mail.recipient ?? user.email;
    return {
      subject: letter.subject,
      ...composeUserMail({ id: user.id, email, firstName, lastName }, letter.paragraphs),
    };
  };

export const ACCOUNT_MAILS: Readonly<Record<AccountMail, ComposeMail<AccountsDeps>>> = {
  'confirm-email': toUser(confirmEmail),
  'already-registered': toUser(alreadyRegistered),
  'reset-password': toUser(resetPassword),
  'password-changed': toUser(passwordChanged),
  'change-email': toUser(changeEmail),
  'email-changed': toUser(emailChanged),
  'prove-owner': toUser(proveOwner),
  'provider-linked': toUser(providerLinked),
  'provider-unlinked': toUser(providerUnlinked),
  'password-removed': toUser(passwordRemoved),
  invitation,
  'second-factor-on': toUser(secondFactorOn),
  'second-factor-off': toUser(secondFactorOff),
  'second-factor-reset': toUser(secondFactorReset),
  'recovery-code-used': toUser(recoveryCodeUsed),
  'passkey-added': toUser(passkeyAdded),
  'passkey-removed': toUser(passkeyRemoved),
};

async function resetLink(
  services: Pick<AccountsDeps, 'clock' | 'siteUrl' | 'prisma'>,
  user: User,
  wayBack?: ReturnTo,
): Promise<string> {
  const token = await issueToken(services, { userId: user.id, purpose: 'reset-password' });
  return linkTo(services, '/reset-password', { email: user.email, token }, wayBack);
}

function linkTo(
  { siteUrl }: Pick<AccountsDeps, 'siteUrl'>,
  path: string,
  query: Record<string, string>,
  { returnTo }: ReturnTo = {},
): string {
  const search = new URLSearchParams({ ...query, ...(returnTo === undefined ? {} : { returnTo }) });
  return `${siteUrl()}${path}?${search.toString()}`;
}
