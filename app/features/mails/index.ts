export { UNSENT_MAILS_TABLE, type UnsentMail, type UnsentMails } from './schema';
