import { z } from '~/core/shared/zod';
import { MAX_SEATS, PLANS } from './plan-terms';

const seats = z
  .number()
  .int()
  .min(1, 'must be at least 1')
  .max(MAX_SEATS)
  .optional()
  .meta({ description: 'The plan’s minimum by default.' });

export const planChoiceSchema = z.object({ PriceId: z.string().min(1).max(100), Seats: seats });
export type PlanChoiceInput = z.output<typeof planChoiceSchema>;

export const subscriptionSchema = z.object({
  status: z.string().meta({ description: '`None`, or Stripe’s word for the state.' }),
  label: z.string(),
  description: z.string(),
  plan: z.enum(PLANS).nullable(),
  seats: z.number(),
  periodEnd: z.string().nullable().meta({ description: 'When it renews, or ends where it was canceled.' }),
  cancelsAtPeriodEnd: z.boolean(),
  payUrl: z
    .string()
    .nullable()
    .meta({ description: 'Stripe’s page to pay the open invoice, while a payment is overdue.' }),
  canChange: z
    .boolean()
    .meta({ description: 'It can be updated or canceled; otherwise one can be started.' }),
});
export type SubscriptionAnswer = z.output<typeof subscriptionSchema>;

export const startedSubscriptionSchema = z.object({ clientSecret: z.string() });

export const changePreviewSchema = z.object({
  totalCents: z.number().meta({ description: 'Charged now; negative: credited to the next invoice.' }),
  lines: z.array(z.object({ description: z.string(), amountCents: z.number() })),
});
export type ChangePreviewAnswer = z.output<typeof changePreviewSchema>;
