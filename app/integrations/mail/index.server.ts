export { letterTo, unlinkedName } from './letter.server';
export { createMailer, RefusedMail, type Mail, type Mailer } from './mailer.server';
