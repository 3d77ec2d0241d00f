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
    .check(
      z.describe(
        'Stripe’s page to pay the open invoice, while a payment is overdue or a change waits for it.',
      ),
    ),
  pending: z
    .nullable(z.object({ plan: z.nullable(z.enum(PLANS)), seats: z.number(), until: z.string() }))
    .check(z.describe('A change that waits for its payment. It’s dropped after `until`.')),
  needsCard: z
    .boolean()
    .check(z.describe('Nothing was due so far, and there’s no card for the next payment.')),
  cardLast4: z.nullable(z.string()).check(z.describe('The last digits of the card that pays.')),
  canChange: z.boolean().check(z.describe('It can be updated or canceled; otherwise one can be started.')),
});
export type SubscriptionAnswer = z.output<typeof subscriptionSchema>;

const clientSecret = z.nullable(z.string());

export const startedSubscriptionSchema = z.object({
  clientSecret: clientSecret.check(
    z.describe('Confirms the first payment in the browser; null when nothing is due and the plan has begun.'),
  ),
});

export const changedSubscriptionSchema = z.extend(subscriptionSchema, {
  clientSecret: clientSecret.check(
    z.describe('Confirms the payment with the bank; the change applies once that is done.'),
  ),
});
export type ChangedSubscription = z.output<typeof changedSubscriptionSchema>;

export const cardSetupSchema = z.object({ clientSecret: z.string() });

export const changePreviewSchema = z.object({
  lines: z.array(z.object({ description: z.string(), amountCents: z.number() })),
  taxCents: z.number(),
  creditCents: z.number().check(z.describe('Credit used; negative: credit added for invoices to come.')),
  dueCents: z.number().check(z.describe('Charged now.')),
  nextCents: z
    .nullable(z.number())
    .check(z.describe('Charged next time, after credit; null when the plan ends before.')),
  prorationDate: z
    .number()
    .check(z.describe('Pass it to the update within 30 minutes to pay what is shown.')),
});
export type ChangePreviewAnswer = z.output<typeof changePreviewSchema>;
