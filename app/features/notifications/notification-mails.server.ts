import { findUser } from '~/features/accounts/index.server';
import type { ComposeMail } from '~/features/mails/index.server';
import { letterTo } from '~/integrations/mail/index.server';
import { COMPOSE } from './compose-mail.server';
import { MAIL_KINDS, type MailKind, type NotificationMail, type RequiredMail } from './mail-kinds';
import { unsubscribeLink } from './unsubscribe.server';

/** Nothing goes out to somebody who does not want it, or is gone. */
const optional =
  (kind: MailKind): ComposeMail =>
  async (services, { userId, about }) => {
    const user = await findUser(services, { id: userId });
    if (!user) return undefined;
    const preferences = await services.preferences.read(userId);
    if (!preferences[MAIL_KINDS[kind].preference]) return undefined;
    const letter = await COMPOSE[kind](services, userId, about);
    if (!letter) return undefined;
    const link = unsubscribeLink(services, { userId, kind });
    const ending = `Unsubscribe from ${MAIL_KINDS[kind].name}: ${link}`;
    const { subject, paragraphs } = letter;
    return { ...letterTo(user, [...paragraphs, ending]), subject, unsubscribe: link };
  };

const forEverybody =
  (kind: RequiredMail): ComposeMail =>
  async (services, { userId, about }) => {
    const user = await findUser(services, { id: userId });
    const letter = user && (await COMPOSE[kind](services, userId, about));
    return letter && { ...letterTo(user, letter.paragraphs), subject: letter.subject };
  };

export const NOTIFICATION_MAILS: Readonly<Record<NotificationMail, ComposeMail>> = {
  receipt: optional('receipt'),
  'low-balance': optional('low-balance'),
  'weekly-summary': optional('weekly-summary'),
  anomaly: optional('anomaly'),
  moderation: optional('moderation'),
  refund: forEverybody('refund'),
  dispute: forEverybody('dispute'),
  'renewal-failed': forEverybody('renewal-failed'),
  'plan-changed': forEverybody('plan-changed'),
  'card-expiring': forEverybody('card-expiring'),
  'google-and-password': forEverybody('google-and-password'),
};
