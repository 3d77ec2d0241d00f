import { momentOf } from '~/core/shared/moment';
import { z } from '~/core/shared/zod';

/** Periods of the usage page in days, including today; 90 covers a quarter. */
export const BREAKDOWN_DAYS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const;
export type BreakdownRange = keyof typeof BREAKDOWN_DAYS;

export const usageBreakdownPageSchema = z.object({
  user: z.string().trim().max(254).catch('').default(''),
  range: z
    .enum(Object.keys(BREAKDOWN_DAYS) as BreakdownRange[])
    .catch('30d')
    .default('30d'),
});

export const breakdownQuerySchema = z.object({
  userId: z.string('Select a user').min(1, 'Select a user').max(64),
  since: momentOf('its beginning', ' 30 days ago when absent.'),
  until: momentOf('its end'),
});
export type BreakdownQuery = z.output<typeof breakdownQuerySchema>;

const counts = {
  requests: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  totalTokens: z.number(),
  costCents: z.number(),
};

export const breakdownSchema = z.object({
  totals: z.object(counts),
  items: z.array(z.object({ provider: z.string(), model: z.string(), ...counts })),
});
export type Breakdown = z.output<typeof breakdownSchema>;
