export { aboutPrompt, type ModerationNews } from './compose-moderation.server';
export { NOTIFICATION_MAILS } from './notification-mails.server';
export { queueMails } from './queue-mails.server';
export { readUnsubscribeLink, readUnsubscribePage, unsubscribe } from './unsubscribe.server';
export { unsubscribeQuerySchema } from './mail-kinds';
