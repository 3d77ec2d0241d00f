import { z } from '~/core/shared/zod';
import type { Preferences } from '~/features/preferences';

/** The mails about money, each with the preference that it needs and what a link to be rid of it says. */
export const MONEY_MAILS = {
  receipt: { preference: 'EmailReceiptOnPayment', name: 'payment receipts' },
  'low-balance': { preference: 'EmailLowBalance', name: 'low balance warnings' },
  'weekly-summary': { preference: 'EmailWeeklySummary', name: 'weekly summaries' },
  anomaly: { preference: 'EmailAnomalySpikes', name: 'alerts about unusual spending' },
} as const satisfies Record<string, { preference: keyof Preferences; name: string }>;

export type MoneyMailKind = keyof typeof MONEY_MAILS;

export const parseMailKind = (text: string): MoneyMailKind | undefined =>
  Object.keys(MONEY_MAILS).find((kind): kind is MoneyMailKind => kind === text);

/** The address of an unsubscribe link. */
export const unsubscribeQuerySchema = z.object({
  user: z.string().max(100).catch(''),
  kind: z.string().max(30).catch(''),
  signature: z.string().max(100).catch(''),
});
