import { checkBooks } from '../support/paying-server';
import { ADMIN_ENV, apiOf, startServer, type TestServer } from '../support/server';
import { signedWebhook, startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';
import { expect, test as base } from './fixtures';

/** A server with a Stripe of its own, whose books are sound when its tests are over. */
export const test = base.extend<object, { stripe: StripeServer; server: TestServer }>({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripeServer();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const server = await startServer({ env: { ...ADMIN_ENV, TRUST_PROXY: 'on', ...stripeEnv(stripe) } });
      await use(server);
      await server.stop();
      expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
    },
    { scope: 'worker' },
  ],
});

/** Brings all that happened at Stripe to the webhook, as Stripe does; what it had already is a replay. */
export async function deliverEvents(server: TestServer, stripe: StripeServer): Promise<void> {
  for (const event of stripe.account.events) {
    const { body, signature } = signedWebhook(event);
    const answer = await apiOf(server.origin)('POST', '/api/payments/webhook', body, {
      'Stripe-Signature': signature,
    });
    expect(answer.status).toBe(200);
  }
}
