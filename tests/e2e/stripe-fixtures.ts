import { checkBooks } from '../support/paying-server';
import { ADMIN_ENV, apiOf, startServer, type TestServer } from '../support/server';
import { signedWebhook, startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';
import { expect, test as base } from './fixtures';

/** A server with a Stripe of its own, whose books are sound when its tests are over. */
async function startShop() {
  const stripe = await startStripeServer();
  const server = await startServer({ env: { ...ADMIN_ENV, TRUST_PROXY: 'on', ...stripeEnv(stripe) } });
  return {
    stripe,
    server,
    stop: async () => {
      await server.stop();
      await stripe.close();
      expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
    },
  };
}

export const test = base.extend<{ stripe: StripeServer }>({
  stripe: async ({ shared }, use) => {
    await use((await shared(startShop)).stripe);
  },
  server: async ({ shared }, use) => {
    await use((await shared(startShop)).server);
  },
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
