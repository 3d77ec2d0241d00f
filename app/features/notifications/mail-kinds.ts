import { z } from '~/core/shared/zod';
import type { Preferences } from '~/features/preferences';

/** Mails that can be turned off, each with its preference and the text of its unsubscribe link. */
export const MAIL_KINDS = {
  receipt: { preference: 'EmailReceiptOnPayment', name: 'payment receipts' },
  'low-balance': { preference: 'EmailLowBalance', name: 'low balance warnings' },
  'weekly-summary': { preference: 'EmailWeeklySummary', name: 'weekly summaries' },
  anomaly: { preference: 'EmailAnomalySpikes', name: 'alerts about unusual spending' },
  moderation: { preference: 'EmailModeration', name: 'moderation updates' },
} as const satisfies Record<string, { preference: keyof Preferences; name: string }>;

export type MailKind = keyof typeof MAIL_KINDS;

/** Mails about a user's payments and plan, which can't be turned off. */
export type BillingMail = 'refund' | 'dispute' | 'renewal-failed' | 'plan-changed' | 'card-expiring';

export const parseMailKind = (text: string): MailKind | undefined =>
  Object.keys(MAIL_KINDS).find((kind): kind is MailKind => kind === text);

/** Query parameters of an unsubscribe link. */
export const unsubscribeQuerySchema = z.object({
  user: z.string().max(100).catch(''),
  kind: z.string().max(30).catch(''),
  signature: z.string().max(100).catch(''),
});
