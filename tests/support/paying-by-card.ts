import { afterEach, beforeEach, expect } from 'vitest';
import type { Actor } from '../../app/core/server/session.server';
import { DAY_MS } from '../../app/core/shared/clock';
import { receiveWebhook } from '../../app/features/payments/index.server';
import type { StripeEventObject } from '../vendors/stripe-objects';
import { signedWebhook, startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';
import { testServices, type TestServices } from './services';

interface PayingByCard {
  services: TestServices;
  stripe: StripeServer;
  /** Brings an event to the webhook, as Stripe does. */
  deliver(event: StripeEventObject): Promise<{ isReplay: boolean }>;
  /** Every event so far, and in between nothing else. */
  deliverAll(): Promise<void>;
  close(): Promise<void>;
}

/** The services with a Stripe of their own, whose clock is theirs. */
export async function servicesWithStripe(): Promise<PayingByCard> {
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

/** The same for each test of a file, with somebody called Ada; after each, the books are sound. */
export function payingByCard(): PayingByCard & { ada: Actor } {
  const house = {} as PayingByCard & { ada: Actor };
  beforeEach(async () => {
    Object.assign(house, await servicesWithStripe());
    house.ada = (await house.services.signUp()).actor;
  });
  afterEach(async () => {
    expect((await house.services.ledger.reconcile()).faults).toEqual([]);
    await house.close();
  });
  return house;
}
