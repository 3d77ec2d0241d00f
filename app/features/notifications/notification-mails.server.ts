import { findUser } from '~/features/accounts/index.server';
import type { ComposeMail, NotificationMail } from '~/features/mails/index.server';
import { composeUserMail } from '~/integrations/mail/index.server';
import type { NotificationsDeps } from './deps.server';
import { COMPOSE, type Compose } from './compose-mail.server';
import { MAIL_KINDS, type MailKind } from './mail-kinds';
import { unsubscribeLink } from './unsubscribe.server';

/** Wraps a mail that can be turned off: skips users who did so, and appends the unsubscribe link. */
export const optionalMail =
  (kind: MailKind, compose: Compose): ComposeMail<NotificationsDeps> =>
  async (services, { userId, about }) => {
    const user = await findUser(services, { id: userId });
    if (!user) return undefined;
    const preferences = await services.preferences.read(userId);
    if (!preferences[MAIL_KINDS[kind].preference]) return undefined;
    const letter = await compose(services, userId, about);
    if (!letter) return undefined;
    const link = unsubscribeLink(services, { userId, kind });
    const ending = `Unsubscribe from ${MAIL_KINDS[kind].name}: ${link}`;
    const { subject, paragraphs } = letter;
    return { ...composeUserMail(user, [...paragraphs, ending]), subject, unsubscribe: link };
  };

const requiredMail =
  (compose: Compose): ComposeMail<NotificationsDeps> =>
  async (services, { userId, about }) => {
    const user = await findUser(services, { id: userId });
    const letter = user && (await compose(services, userId, about));
    return letter && { ...composeUserMail(user, letter.paragraphs), subject: letter.subject };
  };

export const NOTIFICATION_MAILS: Readonly<Record<NotificationMail, ComposeMail<NotificationsDeps>>> = {
  receipt: optionalMail('receipt', COMPOSE.receipt),
  'low-balance': optionalMail('low-balance', COMPOSE['low-balance']),
  'weekly-summary': optionalMail('weekly-summary', COMPOSE['weekly-summary']),
  anomaly: optionalMail('anomaly', COMPOSE.anomaly),
  refund: requiredMail(COMPOSE.refund),
  dispute: requiredMail(COMPOSE.dispute),
  'renewal-failed': requiredMail(COMPOSE['renewal-failed']),
  'plan-changed': requiredMail(COMPOSE['plan-changed']),
  'card-expiring': requiredMail(COMPOSE['card-expiring']),
  'google-and-password': requiredMail(COMPOSE['google-and-password']),
};
