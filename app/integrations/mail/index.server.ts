export { senderOf } from './sender.server';
export { composeUserMail, nameWithoutLink } from './compose-mail.server';
export {
  createMailer,
  MailServerUnavailableError,
  RecipientRejectedError,
  type Mail,
  type Mailer,
} from './mailer.server';
