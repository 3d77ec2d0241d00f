import type { QueuedMailKind } from './queued-mail';

const KIND_LABELS: Readonly<Record<QueuedMailKind, string>> = {
  'confirm-email': 'Confirmation of an address',
  'already-registered': 'Sign-up with a known address',
  'reset-password': 'Password reset',
  'password-changed': 'Password changed',
  'change-email': 'Confirmation of a new address',
  'email-changed': 'Address changed',
  'prove-owner': 'Confirmation of an account change',
  'google-linked': 'Google login added',
  'password-removed': 'Password removed',
  receipt: 'Payment receipt',
  'low-balance': 'Low balance warning',
  'weekly-summary': 'Weekly summary',
  anomaly: 'Unusual spending',
  moderation: 'Moderation update',
  refund: 'Refund',
  dispute: 'Disputed payment',
  'renewal-failed': 'Failed renewal',
  'plan-changed': 'Plan change',
  'card-expiring': 'Expiring card',
  'google-and-password': 'Two ways to log in',
  'admin-alert': 'Alert to administrators',
  'team-invitation': 'Team invitation',
};

/** A kind in words; one of another version goes by its own name. */
export const kindLabel = (kind: string): string =>
  Object.hasOwn(KIND_LABELS, kind) ? KIND_LABELS[kind as QueuedMailKind] : kind;
