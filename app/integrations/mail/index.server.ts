export { senderOf } from './sender.server';
export { letterTo, unlinkedName } from './letter.server';
export { createMailer, MailServerUnavailable, RefusedMail, type Mail, type Mailer } from './mailer.server';
