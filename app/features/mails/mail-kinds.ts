// Labels of all mail kinds, by feature.

/** About the account itself; can't be turned off. */
const ACCOUNT_MAILS = {
  'confirm-email': 'Confirmation of an address',
  'already-registered': 'Sign-up with a known address',
  'reset-password': 'Password reset',
  'password-changed': 'Password changed',
  'change-email': 'Confirmation of a new address',
  'email-changed': 'Address changed',
  'prove-owner': 'Confirmation of an account change',
  'provider-linked': 'Provider login added',
  'provider-unlinked': 'Provider login removed',
  'password-removed': 'Password removed',
  invitation: 'Invitation to register',
  'second-factor-on': 'Authenticator turned on',
  'second-factor-off': 'Authenticator turned off',
  'second-factor-reset': 'Second factor reset',
  'recovery-code-used': 'Recovery code used',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
};

/** About a user's payments, spending and plan, and the security of their account. */
const NOTIFICATION_MAILS = {
  receipt: 'Payment receipt',
  'low-balance': 'Low balance warning',
  'weekly-summary': 'Weekly summary',
  anomaly: 'Unusual spending',
  refund: 'Refund',
  dispute: 'Disputed payment',
  'renewal-failed': 'Failed renewal',
  'plan-changed': 'Plan change',
  'card-expiring': 'Expiring card',
  'google-and-password': 'Two ways to log in',
};

const PROMPT_MAILS = { moderation: 'Moderation update' };
const TEAM_MAILS = { 'team-invitation': 'Team invitation' };

/** About the installation, sent to administrators. */
const ALERT_MAILS = { 'admin-alert': 'Alert to administrators' };

export type AccountMail = keyof typeof ACCOUNT_MAILS;
export type NotificationMail = keyof typeof NOTIFICATION_MAILS;
export type PromptMail = keyof typeof PROMPT_MAILS;
export type TeamMail = keyof typeof TEAM_MAILS;
export type AlertMail = keyof typeof ALERT_MAILS;
export type QueuedMailKind = AccountMail | NotificationMail | PromptMail | TeamMail | AlertMail;

const KIND_LABELS: Readonly<Record<QueuedMailKind, string>> = {
  ...ACCOUNT_MAILS,
  ...NOTIFICATION_MAILS,
  ...PROMPT_MAILS,
  ...TEAM_MAILS,
  ...ALERT_MAILS,
};

/** Label of a kind; a kind of another version is shown by name. */
export const kindLabel = (kind: string): string =>
  Object.hasOwn(KIND_LABELS, kind) ? KIND_LABELS[kind as QueuedMailKind] : kind;
