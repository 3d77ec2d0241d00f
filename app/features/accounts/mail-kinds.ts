/** The mails about an account itself, which everybody gets. */
export type AccountMail =
  | 'confirm-email'
  | 'already-registered'
  | 'reset-password'
  | 'password-changed'
  | 'change-email'
  | 'email-changed'
  | 'prove-owner'
  | 'google-linked'
  | 'password-removed';
