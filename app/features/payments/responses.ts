import { z } from '~/core/browser/browser-zod';

export const startedTopUpSchema = z.object({
  clientSecret: z.string().check(z.describe('Lets Stripe’s script confirm the payment in the browser.')),
  paymentIntentId: z.string(),
});
