export * from './schema';
export { listUnsentMails, readUnsentMailsPage } from './list-unsent-mails.server';
export { queueMail, queueRequestedMail } from './queue-mail.server';
export type { ComposeMail, MailComposers, MailDetails, QueuedMail } from './queued-mail';
export { sendDueMails, sendQueuedMail, sweepMails } from './send-due-mails.server';
export { sendMailAgain } from './send-mail-again.server';
