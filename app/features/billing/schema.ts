import { DAY_MS } from '~/core/shared/clock';
import type { ErrorKind } from '~/core/shared/errors';
import { keyFilter, keyFilterInAddress } from '~/core/shared/key-filter';
import { day, momentOf } from '~/core/shared/moment';
import { ledgerPage } from '~/core/shared/page-number';
import { z } from '~/core/shared/zod';
import type { Preferences } from '~/features/preferences';
import { ungroup } from '~/ui/form/parse-number';
import { MAX_CENTS } from './responses';

export const BILLING_RANGE_DAYS = 30;
const MAX_RANGE_MS = BILLING_RANGE_DAYS * DAY_MS;
/** Pages request whole days in the user's time zone, so 30 days may be up to a day longer. */
const RANGE_TOLERANCE_MS = DAY_MS;

const range = { start: momentOf('its beginning'), end: momentOf('its end') };

function checkRange(
  { start, end }: { start?: number | undefined; end?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (start === undefined || end === undefined) return;
  if (end <= start) context.addIssue('End date must be on/after start date.');
  else if (end - start > MAX_RANGE_MS + RANGE_TOLERANCE_MS)
    context.addIssue('Select a range of up to 30 days.');
}

export const rangeQuerySchema = z.object({ ...range, apiKey: keyFilter }).superRefine(checkRange);
export type RangeQuery = z.output<typeof rangeQuerySchema>;

export const ledgerQuerySchema = z
  .object({
    page: ledgerPage,
    pageSize: z.coerce.number().int().min(1).max(500).default(25),
    ...range,
    apiKey: keyFilter,
  })
  .superRefine(checkRange);

export type LedgerQuery = z.output<typeof ledgerQuerySchema>;

/** Ranges of the usage page in days, including today, in the user's time zone. */
export const USAGE_RANGES = { '1d': 1, '7d': 7, '30d': 30 } as const satisfies Record<
  Preferences['DefaultDateRange'],
  number
>;
export type UsageRange = keyof typeof USAGE_RANGES;

export const usageRangeSchema = z
  .enum(Object.keys(USAGE_RANGES) as UsageRange[])
  .optional()
  .catch(undefined);

/** Query of the usage page. Invalid values are ignored. */
export const usagePageQuerySchema = z.object({
  range: usageRangeSchema,
  apiKey: keyFilterInAddress,
  page: ledgerPage.catch(1),
});
export type UsagePageQuery = z.output<typeof usagePageQuerySchema>;

/** Query of the billing page: whole days in the user's time zone, inclusive. Invalid values are ignored. */
export const billingPageQuerySchema = z.object({
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  page: ledgerPage.catch(1),
});
export type BillingPageQuery = z.output<typeof billingPageQuerySchema>;

/** USD with up to six decimals; negative for incoming money. */
const dollars = z
  .string()
  .trim()
  .transform(ungroup)
  .pipe(z.string().regex(/^-?\d{1,9}(?:\.\d{1,6})?$/, 'must be an amount in dollars such as 0.05'))
  .transform((text) => BigInt(Math.round(Number(text) * 1_000_000)))
  .optional();

/** Whether a typed amount can be a filter. */
export const isFilterAmount = (text: string): boolean => dollars.safeParse(text).success;

const filterText = z.string().trim().min(1).max(200).optional();

export const historyFiltersSchema = z.object({
  apiKey: keyFilter,
  provider: filterText,
  model: filterText,
  reason: filterText,
  min: dollars,
  max: dollars,
  from: day.optional(),
  to: day.optional(),
});
export type HistoryFilters = z.output<typeof historyFiltersSchema>;

const HISTORY_PAGE_SIZES = [25, 50, 100] as const;

/** Query of the history page. Invalid values are ignored. */
export const historyQuerySchema = z.object({
  apiKey: keyFilterInAddress,
  provider: filterText.catch(undefined),
  model: filterText.catch(undefined),
  reason: filterText.catch(undefined),
  min: dollars.catch(undefined),
  max: dollars.catch(undefined),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  page: ledgerPage.catch(1),
  pageSize: z.coerce.number().pipe(z.literal(HISTORY_PAGE_SIZES)).catch(HISTORY_PAGE_SIZES[0]),
  after: z.string().max(20).optional().catch(undefined),
});
export type HistoryQuery = z.output<typeof historyQuerySchema>;

export const categoryBreakdownSchema = z.array(
  z.object({
    categoryId: z.number().nullable().meta({ description: 'Null for requests without a category.' }),
    categoryName: z.string(),
    requests: z.number(),
    totalCostCents: z.number(),
    percentCost: z.number().meta({ description: 'Share of all spending in the range, to one decimal.' }),
  }),
);
export type CategoryBreakdown = z.output<typeof categoryBreakdownSchema>;

export const balanceSchema = z.object({
  balanceCents: z.number(),
  balanceMicroUsd: z.number(),
  spendTodayCents: z.number(),
  spendTodayMicroUsd: z.number(),
  heldMicroUsd: z.number().meta({ description: 'On hold for requests in progress.' }),
  availableMicroUsd: z.number().meta({
    description: 'Can be spent now: the balance minus what is on hold; zero while there is debt.',
  }),
  debtCents: z.number().meta({
    description: 'Owed after a refund or dispute; spending waits until it is paid.',
  }),
  freeSendsToday: z.number(),
  freeSendsPerDay: z.number(),
});
export type BalanceResponse = z.output<typeof balanceSchema>;

export const billingConfigSchema = z.object({
  maxRequestCostCents: z
    .number()
    .nullable()
    .meta({ description: 'Your per-request limit; null: you have set none.' }),
});
export type BillingConfig = z.output<typeof billingConfigSchema>;

export const usageSummarySchema = z.object({
  totalRequests: z.number(),
  totalInputTokens: z.number(),
  totalOutputTokens: z.number(),
  totalCostCents: z.number(),
});
export type UsageSummary = z.output<typeof usageSummarySchema>;

export const grantSchema = z.object({
  userId: z.string('Select a user').min(1, 'Select a user'),
  amountCents: z.number().int('must be whole cents').min(1, 'must be at least one cent').max(MAX_CENTS),
  note: z.string().trim().max(500).default(''),
});

export const adjustSchema = z.object({
  userId: z.string('Select a user').min(1, 'Select a user'),
  amountCents: z
    .number()
    .int('must be whole cents')
    .min(-MAX_CENTS)
    .max(MAX_CENTS)
    .refine((amount) => amount !== 0, 'must not be 0'),
  note: z.string().trim().min(1, 'Add a note explaining the adjustment.').max(500),
});

export const balanceChangeSchema = z.object({
  isNew: z.boolean().meta({
    description:
      'False: this key was already used for the same change, and nothing was charged or credited again.',
  }),
  balanceCents: z.number(),
  debtCents: z.number(),
});
export type BalanceChange = z.output<typeof balanceChangeSchema>;

export const BALANCE_CHANGE_ERRORS = {
  no_such_user: 'not-found',
  exceeds_available: 'conflict',
  balance_out_of_range: 'invalid',
  idempotency_key_reused: 'unprocessable',
} as const satisfies Readonly<Record<string, ErrorKind>>;
