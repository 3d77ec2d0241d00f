export { aboutPrompt, type ModerationNews } from './compose-moderation.server';
export { queueMail, queueMails } from './queue-mails.server';
export { sendDueMails } from './send-due-mails.server';
export { readUnsubscribeLink, readUnsubscribePage, unsubscribe } from './unsubscribe.server';
export { unsubscribeQuerySchema } from './mail-kinds';
