export { bindComposers } from './bind-composers.server';
export * from './schema';
export { listUnsentMails, readUnsentMailsPage } from './list-unsent-mails.server';
export { queueMail, queueRequestedMail } from './queue-mail.server';
export type { AccountMail, AlertMail, NotificationMail, PromptMail, TeamMail } from './mail-kinds';
export type { ComposeMail, MailDetails, QueuedMail } from './queued-mail';
export { sendDueMails, sendQueuedMail, sweepMails } from './send-due-mails.server';
export { sendMailAgain } from './send-mail-again.server';
export type { MailsServices } from './deps.server';
