export { letterTo } from './letter.server';
export { createMailer, type Mail, type Mailer } from './mailer.server';
