import { z } from '~/core/shared/zod';
import { TOP_UP_PACKAGES } from './packages';

export const paymentConfigSchema = z.object({
  publishableKey: z.string().nullable().meta({ description: 'Null: card payments are not set up.' }),
  teamPriceId: z.string().nullable(),
  enterprisePriceId: z.string().nullable(),
});

export const startTopUpSchema = z.object({
  AmountCents: z.number().int(),
  PackageId: z.enum(
    TOP_UP_PACKAGES.map(({ id }) => id),
    { error: 'Choose one of the packages' },
  ),
});

const paymentIntentId = z.string().regex(/^pi_\w{1,100}$/, 'must be the id of a payment, such as pi_3P…');

export const verifyQuerySchema = z.object({ paymentIntentId });

/** Outcomes of a payment, as shown to the user. */
const PAYMENT_OUTCOMES = ['credited', 'lagging', 'processing', 'unfinished', 'in-review', 'failed'] as const;

export const verifiedPaymentSchema = z.object({
  paymentIntentId: z.string(),
  outcome: z.enum(PAYMENT_OUTCOMES).meta({
    description:
      '`lagging`: paid, but not on the balance yet. `unfinished`: waiting for the card or bank. `in-review`: paid with a different amount or currency.',
  }),
  message: z.string(),
  amountCents: z.number(),
  creditedCents: z.number(),
  balanceCents: z.number(),
  isFirst: z.boolean().meta({ description: 'It made this a Pro account.' }),
});
export type VerifiedPayment = z.output<typeof verifiedPaymentSchema>;

export const webhookAnswerSchema = z.object({
  received: z.literal(true),
  isReplay: z.boolean().meta({ description: 'This event had been handled before.' }),
});

export const recentPaymentsQuerySchema = z.object({
  take: z.coerce.number().int().min(1).max(100).default(10),
});

const PAYMENT_STATES = [
  'credited',
  'processing',
  'refunded',
  'partly-refunded',
  'disputed',
  'not-credited',
] as const;

export const recentPaymentSchema = z.object({
  occurredAt: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  packageId: z.string(),
  correlationId: z.string().meta({ description: 'Stripe’s id of the payment.' }),
  creditedCents: z.number().meta({ description: 'The amount added to the balance, with the bonus.' }),
  refundedCents: z.number(),
  disputedCents: z.number(),
  state: z.enum(PAYMENT_STATES),
  receiptUrl: z.string().nullable().meta({ description: 'Stripe’s receipt.' }),
});
export type RecentPayment = z.output<typeof recentPaymentSchema>;

/** Query parameters of the top-up page. Stripe redirects back to it with the payment. */
export const topUpQuerySchema = z.object({
  payment_intent: paymentIntentId.optional().catch(undefined),
});
