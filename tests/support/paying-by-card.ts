import { afterEach, beforeEach, expect } from 'vitest';
import type { Actor } from '../../app/core/server/session.server';
import { DAY_MS } from '../../app/core/shared/clock';
import { receiveWebhook, startTopUp, verifyPayment } from '../../app/features/payments/index.server';
import type { PackageId } from '../../app/features/payments/packages';
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

/** The same for each test of a file, with a user called Ada; after each, the books balance. */
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

/** The payment that a client secret confirms. */
export const intentOf = (clientSecret: string | null): string => clientSecret?.split('_secret_')[0] ?? '';

const CENTS: Record<PackageId, number> = { p5: 500, p25: 2500, p50: 5000 };

/** Card payments of a test, by Ada unless stated otherwise. */
export function topUpsAt(house: PayingByCard & { ada: Actor }) {
  const balanceOf = ({ userId }: Actor) => house.services.ledger.balance(userId);
  const start = async (PackageId: PackageId = 'p25', actor = house.ada): Promise<string> =>
    (await startTopUp(house.services, actor, { PackageId, AmountCents: CENTS[PackageId] })).paymentIntentId;
  return {
    start,
    paid: async (packageId: PackageId = 'p25'): Promise<string> => {
      const id = await start(packageId);
      house.stripe.account.pay(id);
      return id;
    },
    verify: (paymentIntentId: string, actor = house.ada) =>
      verifyPayment(house.services, actor, { paymentIntentId }),
    cents: async (actor = house.ada) => Number((await balanceOf(actor)).postedMicroUsd) / 10_000,
    debtCents: async () => Number((await balanceOf(house.ada)).debtMicroUsd) / 10_000,
  };
}
