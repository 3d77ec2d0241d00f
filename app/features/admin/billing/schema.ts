import { ledgerPage } from '~/core/shared/page-number';
import { keyFilter, keyFilterInAddress } from '~/core/shared/key-filter';
import { day } from '~/core/shared/moment';
import { z } from '~/core/shared/zod';
import { MAX_CENTS } from '~/features/billing';
import { ungroup } from '~/ui/form/parse-number';

/** Page size of a user's ledger. */
export const ADMIN_LEDGER_PAGE_SIZE = 50;
export const DEFAULT_GRANT_USD = '10.00';

const userId = z.string('Select a user').min(1, 'Select a user').max(64);

export const billingPageSchema = z.object({
  user: z.string().trim().max(254).catch('').default(''),
  apiKey: keyFilterInAddress,
  page: ledgerPage.catch(1),
});

/** USD as typed ("1,250.50"), with at most two decimals. Transformed to cents. */
const dollars = z.string('Enter an amount in dollars.').transform((text, context) => {
  const match = /^([-−]?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(ungroup(text.trim()));
  if (match) {
    const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
    if (cents <= MAX_CENTS) return match[1] === '' ? cents : -cents;
    context.addIssue('Enter at most $1,000,000.');
    return z.NEVER;
  }
  context.addIssue('Enter an amount in dollars, with at most two decimals.');
  return z.NEVER;
});

const note = z.string().trim().max(500, 'Use at most 500 characters.').default('');
/** Idempotency key, generated with the page. */
const key = z.string().min(8).max(100);

export const grantFormSchema = z.object({
  userId,
  key,
  amount: dollars.refine((cents) => cents > 0, 'Enter an amount above $0.00.'),
  note,
});

export const adjustFormSchema = z.object({
  userId,
  key,
  amount: dollars.refine((cents) => cents !== 0, 'Enter an amount other than $0.00.'),
  note: note.refine((text) => text !== '', 'Add a note explaining the adjustment.'),
});

export const balanceQuerySchema = z.object({ userId });
export const adminBalanceSchema = z.object({
  balanceMicroUsd: z.number(),
  spendTodayMicroUsd: z.number(),
  heldMicroUsd: z.number(),
  debtMicroUsd: z.number(),
});

export const adminLedgerQuerySchema = z.object({
  userId,
  page: ledgerPage,
  pageSize: z.coerce.number().int().min(1).max(500).default(ADMIN_LEDGER_PAGE_SIZE),
  apiKey: keyFilter,
});

/** UTC days, inclusive; defaults to the last 30. */
export const exportQuerySchema = z.object({ start: day.optional(), end: day.optional() });
export type ExportQuery = z.output<typeof exportQuerySchema>;
export const userExportQuerySchema = exportQuerySchema.extend({ userId, apiKey: keyFilter });
