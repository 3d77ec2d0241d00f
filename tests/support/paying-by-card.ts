import { DAY_MS } from '../../app/core/shared/clock';
import { receiveWebhook } from '../../app/features/payments/index.server';
import type { StripeEventObject } from '../vendors/stripe-objects';
import { signedWebhook, startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';
import { testServices, type TestServices } from './services';

/** The services with a Stripe of their own, whose clock is theirs. */
export async function servicesWithStripe(): Promise<{
  services: TestServices;
  stripe: StripeServer;
  /** Brings an event to the webhook, as Stripe does. */
  deliver(event: StripeEventObject): Promise<{ isReplay: boolean }>;
  /** Every event so far, and in between nothing else. */
  deliverAll(): Promise<void>;
  close(): Promise<void>;
}> {
  const clock = { now: () => Date.now() + DAY_MS };
  const stripe = await startStripeServer({ now: () => clock.now() });
  const services = testServices(stripeEnv(stripe));
  clock.now = services.clock;
  const deliver = (event: StripeEventObject) =>
    receiveWebhook(services, signedWebhook(event, { atMs: services.clock() }));
  return {
    services,
    stripe,
    deliver,
    deliverAll: async () => {
      for (const event of stripe.account.events) await deliver(event);
    },
    close: async () => {
      await services.close();
      await stripe.close();
    },
  };
}
