export type { Compose, Letter } from './compose-mail.server';
export { NOTIFICATION_MAILS, optionalMail } from './notification-mails.server';
export { queueMails } from './queue-mails.server';
export { readUnsubscribeLink, readUnsubscribePage, unsubscribe } from './unsubscribe.server';
export { unsubscribeQuerySchema } from './mail-kinds';
export type { NotificationsDeps } from './deps.server';
