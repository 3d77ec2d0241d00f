import { z } from '~/core/browser/browser-zod';
import { PLANS } from './plan-terms';

export const subscriptionSchema = z.object({
  status: z.string().check(z.describe('`None`, or Stripe’s word for the state.')),
  label: z.string(),
  description: z.string(),
  plan: z.nullable(z.enum(PLANS)),
  seats: z.number(),
  periodEnd: z.nullable(z.string()).check(z.describe('When it renews, or ends where it was canceled.')),
  cancelsAtPeriodEnd: z.boolean(),
  payUrl: z
    .nullable(z.string())
    .check(z.describe('Stripe’s page to pay the open invoice, while a payment is overdue.')),
  canChange: z.boolean().check(z.describe('It can be updated or canceled; otherwise one can be started.')),
});
export type SubscriptionAnswer = z.output<typeof subscriptionSchema>;

export const startedSubscriptionSchema = z.object({ clientSecret: z.string() });

export const changePreviewSchema = z.object({
  totalCents: z.number().check(z.describe('Charged now; negative: credited to the next invoice.')),
  lines: z.array(z.object({ description: z.string(), amountCents: z.number() })),
});
export type ChangePreviewAnswer = z.output<typeof changePreviewSchema>;
