import { describe, expect, it } from 'vitest';
import { deleteAccount, sweepUserData } from '~/features/accounts/index.server';
import { intentOf, payingByCard } from '../../../tests/support/paying-by-card';
import { StripeFailure } from '../../../tests/vendors/stripe-objects';
import {
  cancelSubscription,
  previewChange,
  readSubscription,
  readSubscriptionsPage,
  resumeSubscription,
  startSubscription,
  subscriptionData,
  syncSubscription,
  updateSubscription,
} from './index.server';
import { SUBSCRIPTION_STATES } from './plan-terms';

const house = payingByCard();

const TEAM = { PriceId: 'price_team', Seats: 5 };
const rolesOf = async () =>
  (await house.services.prisma.userRole.findMany({ where: { userId: house.ada.userId } })).map(
    ({ role }) => role,
  );
const only = () => [...house.stripe.account.subscriptions.values()].at(-1)?.id ?? '';

async function subscribed(choice: { PriceId: string; Seats?: number } = TEAM): Promise<void> {
  const { clientSecret } = await startSubscription(house.services, house.ada, {
    Seats: undefined,
    ...choice,
  });
  house.stripe.account.pay(intentOf(clientSecret));
  await house.deliverAll();
}

describe('a subscription', () => {
  it('begins with its first payment, which is no top-up, and gives its role', async () => {
    expect(await readSubscription(house.services, house.ada)).toMatchObject({
      status: 'None',
      canChange: false,
    });
    await startSubscription(house.services, house.ada, TEAM);
    expect(await readSubscription(house.services, house.ada)).toMatchObject({
      status: 'incomplete',
      label: 'Waiting for payment',
    });
    expect(await rolesOf()).toEqual([]);
    await subscribed();
    expect(house.stripe.account.subscriptions.size).toBe(1); // the one that was begun
    expect(await readSubscription(house.services, house.ada)).toMatchObject({
      status: 'active',
      plan: 'team',
      seats: 5,
      canChange: true,
    });
    expect(await rolesOf()).toEqual(['teamadmin']);
    expect((await house.services.ledger.balance(house.ada.userId)).postedMicroUsd).toBe(0n);
  });

  it('is seen as paid by whoever comes back before the webhook', async () => {
    const { clientSecret } = await startSubscription(house.services, house.ada, TEAM);
    house.stripe.account.pay(intentOf(clientSecret));
    expect((await readSubscription(house.services, house.ada)).status).toBe('active');
  });

  it.each([
    [{ PriceId: 'price_team', Seats: 4 }, 'too_few_seats'],
    [{ PriceId: 'price_team', Seats: -5 }, 'too_few_seats'],
    [{ PriceId: 'price_of_somebody', Seats: 5 }, 'unknown_price'],
  ])('for %j is refused', async (choice, code) => {
    await expect(startSubscription(house.services, house.ada, choice)).rejects.toMatchObject({ code });
    expect(house.stripe.calls).toEqual([]);
  });

  it('can be had again by somebody whose customer was deleted at Stripe', async () => {
    await subscribed();
    const [customer] = house.stripe.account.customers.keys();
    await house.services.stripe?.subscriptions.deleteCustomer(customer ?? '');
    await house.deliverAll();
    expect(await readSubscription(house.services, house.ada)).toMatchObject({ status: 'canceled' });
    expect(await rolesOf()).toEqual([]);
    await subscribed();
    expect(await readSubscription(house.services, house.ada)).toMatchObject({ status: 'active' });
    expect(await rolesOf()).toEqual(['teamadmin']);
  });

  it('that has ended at Stripe without our knowing is said to be over by whatever would change it', async () => {
    await subscribed();
    house.stripe.account.changeSubscription(only(), { status: 'canceled' });
    const change = updateSubscription(house.services, house.ada, { ...TEAM, Seats: 6 });
    await expect(change).rejects.toMatchObject({ code: 'no_subscription' });
    expect(await readSubscription(house.services, house.ada)).toMatchObject({ status: 'canceled' });
    expect(await rolesOf()).toEqual([]);
  });

  it('is had once at a time', async () => {
    await subscribed();
    await expect(startSubscription(house.services, house.ada, TEAM)).rejects.toMatchObject({
      code: 'already_subscribed',
    });
  });

  it('that was begun for other seats is begun anew', async () => {
    await startSubscription(house.services, house.ada, TEAM);
    await subscribed({ PriceId: 'price_team', Seats: 8 });
    expect(await readSubscription(house.services, house.ada)).toMatchObject({ status: 'active', seats: 8 });
    const { subscriptions } = house.stripe.account;
    expect([...subscriptions.values()].map(({ status }) => status)).toEqual(['canceled', 'active']);
  });

  it('that is paid in another tab in the moment in which another is begun is not canceled', async () => {
    const { services, stripe, ada } = house;
    const { clientSecret } = await startSubscription(services, ada, TEAM);
    const gateway = services.stripe;
    if (!gateway) throw new Error('Stripe is not set up.');
    let reads = 0;
    const read: typeof gateway.subscriptions.read = async (id) => {
      reads += 1;
      if (reads === 2) stripe.account.pay(intentOf(clientSecret));
      return gateway.subscriptions.read(id);
    };
    const slow = { ...services, stripe: { ...gateway, subscriptions: { ...gateway.subscriptions, read } } };
    await expect(startSubscription(slow, ada, { ...TEAM, Seats: 8 })).rejects.toMatchObject({
      code: 'already_subscribed',
    });
    expect(await readSubscription(services, ada)).toMatchObject({ status: 'active', seats: 5 });
  });

  it('shows what a change costs before it is made, and its role follows the plan', async () => {
    await subscribed();
    const change = { PriceId: 'price_enterprise', Seats: 6 };
    expect(await previewChange(house.services, house.ada, change)).toEqual({
      lines: [
        { description: 'Unused time on 5 × price_team', amountCents: -7500 },
        { description: 'Remaining time on 6 × price_enterprise', amountCents: 24_000 },
      ],
      taxCents: 0,
      creditCents: 0,
      dueCents: 6 * 4000 - 5 * 1500,
      nextCents: 6 * 4000,
      prorationDate: Math.floor(house.services.clock() / 1000),
    });
    expect((await readSubscription(house.services, house.ada)).seats).toBe(5);
    expect(await updateSubscription(house.services, house.ada, change)).toMatchObject({
      plan: 'enterprise',
      seats: 6,
    });
    expect(await rolesOf()).toEqual(['enterpriseadmin']);
  });

  it('keeps its seats when only another plan is asked for', async () => {
    await subscribed({ PriceId: 'price_team', Seats: 8 });
    const change = { PriceId: 'price_enterprise', Seats: undefined };
    expect((await previewChange(house.services, house.ada, change)).dueCents).toBe(8 * 4000 - 8 * 1500);
    expect(await updateSubscription(house.services, house.ada, change)).toMatchObject({
      plan: 'enterprise',
      seats: 8,
    });
  });

  it('to Enterprise is started, billed late, changed and canceled as one to Team is', async () => {
    await subscribed({ PriceId: 'price_enterprise', Seats: 5 });
    const standing = async () => {
      const { plan, status, seats } = await readSubscription(house.services, house.ada);
      return { plan, status, seats, roles: await rolesOf() };
    };
    const on = { plan: 'enterprise', seats: 5, roles: ['enterpriseadmin'] };
    expect(await standing()).toEqual({ ...on, status: 'active' });
    for (const [status, roles] of [
      ['past_due', ['enterpriseadmin']],
      ['unpaid', []],
      ['active', ['enterpriseadmin']],
    ] as const) {
      house.stripe.account.changeSubscription(only(), { status });
      await house.deliverAll();
      expect(await standing()).toEqual({ ...on, status, roles });
    }
    const change = { PriceId: 'price_enterprise', Seats: 7 };
    expect(await updateSubscription(house.services, house.ada, change)).toMatchObject({ seats: 7 });
    expect(await cancelSubscription(house.services, house.ada)).toMatchObject({ cancelsAtPeriodEnd: true });
    house.stripe.account.changeSubscription(only(), { status: 'canceled' });
    await house.deliverAll();
    expect(await standing()).toEqual({ plan: 'enterprise', status: 'canceled', seats: 7, roles: [] });
  });

  it.each(['past_due', 'unpaid'] as const)(
    'that is %s leads to the open invoice, and is seen as paid by whoever comes back from it',
    async (status) => {
      await subscribed();
      expect((await readSubscription(house.services, house.ada)).payUrl).toBeNull();
      const invoice = house.stripe.account.failRenewal(only(), status);
      await house.deliverAll();
      expect(await readSubscription(house.services, house.ada)).toMatchObject({
        status,
        payUrl: invoice.hosted_invoice_url,
      });
      house.stripe.account.settleInvoice(invoice);
      expect(await readSubscription(house.services, house.ada)).toMatchObject({
        status: 'active',
        payUrl: null,
      });
      expect(await rolesOf()).toEqual(['teamadmin']);
    },
  );

  it('that is overdue is still told of while Stripe is down', async () => {
    await subscribed();
    house.stripe.account.failRenewal(only(), 'past_due');
    await house.deliverAll();
    const down = () => new StripeFailure(500, { type: 'api_error', message: 'down' });
    house.stripe.failNext(/subscriptions/, down());
    house.stripe.failNext(/invoices/, down());
    expect(await readSubscription(house.services, house.ada)).toMatchObject({
      status: 'past_due',
      payUrl: null,
    });
  });

  it('that is canceled lasts to its end, and then takes its role back', async () => {
    await subscribed();
    expect(await cancelSubscription(house.services, house.ada)).toMatchObject({
      status: 'active',
      cancelsAtPeriodEnd: true,
    });
    expect(await rolesOf()).toEqual(['teamadmin']);
    house.stripe.account.changeSubscription(only(), { status: 'canceled' });
    await house.deliverAll();
    expect(await rolesOf()).toEqual([]);
    await subscribed();
    expect(await rolesOf()).toEqual(['teamadmin']);
  });

  it('that is canceled and changed before its end still ends: only who resumes it is billed again', async () => {
    await subscribed();
    await cancelSubscription(house.services, house.ada);
    expect(
      await updateSubscription(house.services, house.ada, { PriceId: 'price_team', Seats: 6 }),
    ).toMatchObject({ seats: 6, cancelsAtPeriodEnd: true });
    expect(await resumeSubscription(house.services, house.ada)).toMatchObject({
      seats: 6,
      cancelsAtPeriodEnd: false,
    });
  });

  it('leaves alone a role that an administrator gave', async () => {
    await house.services.prisma.userRole.create({ data: { userId: house.ada.userId, role: 'teamadmin' } });
    await subscribed();
    house.stripe.account.changeSubscription(only(), { status: 'canceled' });
    await house.deliverAll();
    expect(await rolesOf()).toEqual(['teamadmin']);
  });

  it('goes on at the price that it was begun with, and ends, after the operator has set another', async () => {
    await subscribed();
    const { services, stripe, ada } = house;
    const gateway = services.stripe;
    if (!gateway) throw new Error('Stripe is not set up.');
    const later = {
      ...services,
      stripe: { ...gateway, teamPriceId: 'price_enterprise', enterprisePriceId: undefined },
    };
    expect(await cancelSubscription(later, ada)).toMatchObject({ plan: 'team', cancelsAtPeriodEnd: true });
    expect(await resumeSubscription(later, ada)).toMatchObject({ cancelsAtPeriodEnd: false });
    stripe.account.changeSubscription(only(), { status: 'canceled' });
    await syncSubscription(later, only());
    expect(await readSubscription(later, ada)).toMatchObject({ plan: 'team', status: 'canceled' });
    expect(await rolesOf()).toEqual([]);
  });

  it.each([/customers/, /subscriptions/])(
    'can be begun when Stripe is back from a failure of its %s',
    async (path) => {
      const { services, ada } = house;
      house.stripe.failNext(path, new StripeFailure(500, { type: 'api_error', message: 'down' }));
      await expect(startSubscription(services, ada, TEAM)).rejects.toMatchObject({
        message: 'Failed to create',
      });
      services.pass(5 * 60_000);
      await subscribed();
      expect(await rolesOf()).toEqual(['teamadmin']);
    },
  );

  it('cannot be changed while Stripe is down, and says so', async () => {
    await subscribed();
    const down = () => new StripeFailure(500, { type: 'api_error', message: 'sk_test_local' });
    house.stripe.failNext(/subscriptions/, down());
    await expect(updateSubscription(house.services, house.ada, TEAM)).rejects.toMatchObject({
      message: 'Failed to update',
    });
    house.stripe.failNext(/subscriptions/, down());
    await expect(cancelSubscription(house.services, house.ada)).rejects.toMatchObject({
      message: 'Failed to cancel',
    });
  });
});

it.each(Object.entries(SUBSCRIPTION_STATES))(
  'in the state %s it is said what that means, and the role follows',
  async (status, { label, isOn }) => {
    await subscribed();
    house.stripe.account.changeSubscription(only(), { status });
    await house.deliverAll();
    expect(await readSubscription(house.services, house.ada)).toMatchObject({ status, label });
    expect(await rolesOf()).toEqual(isOn ? ['teamadmin'] : []);
  },
);

it('the page knows what a seat costs, and goes without it while Stripe is down', async () => {
  const page = await readSubscriptionsPage(house.services, house.ada);
  expect(page.plans).toMatchObject([
    { plan: 'team', seatCents: 1500, minSeats: 5 },
    { plan: 'enterprise', seatCents: 4000 },
  ]);
  house.stripe.failNext(/prices/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
  const plans = (await readSubscriptionsPage(house.services, house.ada)).plans.map(
    ({ seatCents }) => seatCents,
  );
  expect(plans).toContain(null);
});

describe('whoever deletes their account', () => {
  const atStripe = () => {
    const { subscriptions, customers } = house.stripe.account;
    return { customers: customers.size, states: [...subscriptions.values()].map(({ status }) => status) };
  };
  const GONE = { customers: 0, states: ['canceled'] };
  const isKept = async () => (await house.services.prisma.stripeCustomer.count()) > 0;

  it('pays no longer', async () => {
    await subscribed();
    await deleteAccount(house.services, house.ada, undefined);
    expect(atStripe()).toEqual(GONE);
    expect(await isKept()).toBe(false);
  });

  it('while Stripe is down is gone for us at once, and for Stripe by the next sweep', async () => {
    await subscribed();
    house.stripe.failNext(/customers/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
    await deleteAccount(house.services, house.ada, undefined);
    expect(await house.services.prisma.session.count()).toBe(0);
    expect(await isKept()).toBe(true);
    await sweepUserData(house.services);
    expect(atStripe()).toEqual(GONE);
    expect(await isKept()).toBe(false);
  });

  it('and is unknown to Stripe by then is no concern of the sweep', async () => {
    await subscribed();
    house.stripe.account.customers.clear();
    await deleteAccount(house.services, house.ada, undefined);
    expect(await isKept()).toBe(false);
  });

  it('is not remembered again by an event that comes before Stripe has heard of it', async () => {
    await subscribed();
    house.stripe.failNext(/customers/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
    await deleteAccount(house.services, house.ada, undefined);
    house.stripe.account.changeSubscription(only(), { status: 'past_due' });
    await house.deliverAll();
    const { subscription, team, userRole } = house.services.prisma;
    expect([await subscription.count(), await team.count(), await userRole.count()]).toEqual([0, 0, 0]);
    await sweepUserData(house.services);
    expect(atStripe()).toEqual(GONE);
  });

  it('while Stripe’s keys are not set pays no longer once they are back', async () => {
    await subscribed();
    const { prisma, log } = house.services;
    const keyless = house.services.personalData.map((part) =>
      part.ownTables ? subscriptionData({ prisma, stripe: undefined, log }) : part,
    );
    await deleteAccount({ ...house.services, personalData: keyless }, house.ada, undefined);
    await sweepUserData({ ...house.services, personalData: keyless });
    expect(atStripe()).toEqual({ customers: 1, states: ['active'] });
    expect(await prisma.subscription.count()).toBe(0);
    await sweepUserData(house.services);
    expect(atStripe()).toEqual(GONE);
    expect(await isKept()).toBe(false);
  });
});
