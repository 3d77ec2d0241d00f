import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '~/core/shared/clock';
import { intentOf, payingByCard } from '../../../tests/support/paying-by-card';
import type { SavedCard } from '../../../tests/vendors/stripe-account';
import { StripeFailure } from '../../../tests/vendors/stripe-objects';
import { checkPayments } from '../payments/index.server';
import {
  startCardSetup,
  cancelSubscription,
  discardChange,
  previewChange,
  readSubscription,
  resumeSubscription,
  saveCard,
  startSubscription,
  updateSubscription,
} from './index.server';

const house = payingByCard();

const TEAM = { PriceId: 'price_team', Seats: 5 };
const THOUSAND = { PriceId: 'price_team', Seats: 1000 };

const account = () => house.stripe.account;
const atStripe = () => {
  const subscription = [...account().subscriptions.values()].at(-1);
  if (!subscription) throw new Error('There is no subscription at Stripe.');
  return subscription;
};
const customer = () => account().find('customer', account().customers, atStripe().customer);
const seen = () => readSubscription(house.services, house.ada);
const standing = async () => {
  const { plan, seats, status } = await seen();
  const rows = await house.services.prisma.userRole.findMany({ where: { userId: house.ada.userId } });
  return { plan, seats, status, roles: rows.map(({ role }) => role) };
};
const update = (change: { PriceId: string; Seats: number; ProrationDate?: number }) =>
  updateSubscription(house.services, house.ada, change);
const cardNow = (card: SavedCard) => account().savedCards.set(atStripe().customer, card);

async function subscribed(): Promise<void> {
  const { clientSecret } = await startSubscription(house.services, house.ada, TEAM);
  account().pay(intentOf(clientSecret));
  await house.deliverAll();
}
const AS_BEFORE = { plan: 'team', seats: 5, status: 'active', roles: ['teamadmin'] };

describe('an upgrade that is declined', () => {
  it('changes nothing, says so, leaves no invoice open, and gives no credit on the way back', async () => {
    await subscribed();
    cardNow('declines');
    await expect(update(THOUSAND)).rejects.toMatchObject({
      kind: 'payment-required',
      code: 'card_declined',
      message: 'Your card was declined. Your plan hasn’t changed, and nothing was charged.',
    });
    await house.deliverAll();
    expect(await standing()).toEqual(AS_BEFORE);
    expect(await seen()).toMatchObject({ pending: null, payUrl: null });
    await update(TEAM);
    await house.deliverAll();
    expect(customer().balance).toBe(0);
    expect([...account().invoices.values()].map(({ status }) => status)).toEqual(['paid', 'void']);
  });

  it('to a dearer plan gives none of its roles', async () => {
    await subscribed();
    cardNow('declines');
    await expect(update({ PriceId: 'price_enterprise', Seats: 5 })).rejects.toMatchObject({
      code: 'card_declined',
    });
    expect(await standing()).toEqual(AS_BEFORE);
  });

  it('may be tried again at once with a card that pays', async () => {
    await subscribed();
    cardNow('declines');
    await expect(update({ ...TEAM, Seats: 8 })).rejects.toMatchObject({ code: 'card_declined' });
    cardNow('accepts');
    expect(await update({ ...TEAM, Seats: 8 })).toMatchObject({ seats: 8, clientSecret: null });
  });
});

describe('an upgrade that the bank wants confirmed', () => {
  const asked = async () => {
    await subscribed();
    cardNow('asks');
    return update({ PriceId: 'price_enterprise', Seats: 6 });
  };

  it('waits, is shown as such, and applies when it is paid, by whichever event comes first', async () => {
    const { clientSecret, pending } = await asked();
    expect(pending).toMatchObject({ plan: 'enterprise', seats: 6 });
    expect(await standing()).toEqual(AS_BEFORE);
    expect((await seen()).payUrl).toMatch(/^https:\/\/invoice\.stripe\.com/);
    account().pay(intentOf(clientSecret));
    for (const event of [...account().events].reverse()) await house.deliver(event);
    expect(await standing()).toEqual({
      ...AS_BEFORE,
      plan: 'enterprise',
      seats: 6,
      roles: ['enterpriseadmin'],
    });
    expect(await seen()).toMatchObject({ pending: null, payUrl: null });
  });

  it('is seen as paid by whoever comes back before the webhook', async () => {
    const { clientSecret } = await asked();
    account().pay(intentOf(clientSecret));
    expect(await seen()).toMatchObject({ plan: 'enterprise', pending: null });
  });

  it('lets no other change be made or priced until it is paid or discarded', async () => {
    await asked();
    await expect(update(TEAM)).rejects.toMatchObject({ code: 'change_pending' });
    await expect(previewChange(house.services, house.ada, TEAM)).rejects.toMatchObject({
      code: 'change_pending',
    });
    expect(await discardChange(house.services, house.ada)).toMatchObject({ pending: null, seats: 5 });
    expect(await standing()).toEqual(AS_BEFORE);
    cardNow('accepts');
    expect(await update({ ...TEAM, Seats: 6 })).toMatchObject({ seats: 6 });
  });

  it('is dropped by Stripe after 23 hours, and by us without a webhook', async () => {
    await asked();
    house.services.pass(23 * HOUR_MS);
    await checkPayments(house.services);
    expect(await seen()).toMatchObject({ pending: null, payUrl: null });
    expect(await standing()).toEqual(AS_BEFORE);
  });

  it('may be canceled and resumed meanwhile', async () => {
    await asked();
    expect(await cancelSubscription(house.services, house.ada)).toMatchObject({ cancelsAtPeriodEnd: true });
    expect(await resumeSubscription(house.services, house.ada)).toMatchObject({
      cancelsAtPeriodEnd: false,
      pending: { seats: 6 },
    });
  });

  it('asked for in two tabs at once makes one invoice', async () => {
    await subscribed();
    cardNow('asks');
    const both = await Promise.allSettled([update(THOUSAND), update(THOUSAND)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const open = [...account().invoices.values()].filter(({ status }) => status === 'open');
    expect(open).toHaveLength(1);
  });
});

it('a change that Stripe refuses to drop after a decline is shown as waiting', async () => {
  await subscribed();
  cardNow('declines');
  house.stripe.failNext(/void$/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
  await expect(update(THOUSAND)).rejects.toMatchObject({ message: 'Failed to update' });
  expect(await seen()).toMatchObject({ seats: 5, pending: { seats: 1000 } });
  expect(await discardChange(house.services, house.ada)).toMatchObject({ seats: 5, pending: null });
});

it.each(['past_due', 'unpaid'] as const)(
  'while the month is %s no change is offered, so no credit arises for time that nobody paid',
  async (status) => {
    await subscribed();
    account().failRenewal(atStripe().id, status);
    await house.deliverAll();
    const fewer = { PriceId: 'price_enterprise', Seats: 5 };
    await expect(previewChange(house.services, house.ada, fewer)).rejects.toMatchObject({
      code: 'invoice_open',
    });
    await expect(update(fewer)).rejects.toMatchObject({ code: 'invoice_open' });
    expect(customer().balance).toBe(0);
    expect(await cancelSubscription(house.services, house.ada)).toMatchObject({ cancelsAtPeriodEnd: true });
  },
);

it('fewer seats give credit for what was paid, which the next change uses up, as the preview says', async () => {
  await subscribed();
  await update({ ...TEAM, Seats: 10 });
  const less = await previewChange(house.services, house.ada, TEAM);
  expect(less).toMatchObject({ dueCents: 0, creditCents: -7500, nextCents: 0 });
  await update({ ...TEAM, ProrationDate: less.prorationDate });
  expect(customer().balance).toBe(-7500);
  const more = await previewChange(house.services, house.ada, { ...TEAM, Seats: 12 });
  expect(more).toMatchObject({ dueCents: 3000, creditCents: 7500, nextCents: 18_000 });
  await update({ ...TEAM, Seats: 12 });
  expect(customer().balance).toBe(0);
});

it('a preview counts tax, now and next time, and nothing next time for a plan that ends', async () => {
  account().taxPercent = 20;
  await subscribed();
  const change = { ...TEAM, Seats: 6 };
  expect(await previewChange(house.services, house.ada, change)).toMatchObject({
    taxCents: 300,
    dueCents: 1800,
    nextCents: 10_800,
  });
  await cancelSubscription(house.services, house.ada);
  expect(await previewChange(house.services, house.ada, change)).toMatchObject({ nextCents: null });
});

it('a change costs what its preview showed, though time has passed', async () => {
  await subscribed();
  const { dueCents, prorationDate } = await previewChange(house.services, house.ada, THOUSAND);
  house.services.pass(20 * 60_000);
  await update({ ...THOUSAND, ProrationDate: prorationDate });
  expect([...account().invoices.values()].at(-1)?.amount_paid).toBe(dueCents);
});

it('a date of proration that is long ago or ahead is not taken from a browser', async () => {
  await subscribed();
  house.services.pass(10 * 24 * HOUR_MS);
  const { dueCents } = await previewChange(house.services, house.ada, THOUSAND);
  const inTenDays = Math.floor(house.services.clock() / 1000) + 10 * 24 * 3600;
  await update({ ...THOUSAND, ProrationDate: inTenDays });
  expect([...account().invoices.values()].at(-1)?.amount_paid).toBe(dueCents);
});

it('an end that was set as a date counts as canceled, and can be taken back', async () => {
  await subscribed();
  const end = Math.floor(house.services.clock() / 1000) + 45 * 24 * 3600;
  account().changeSubscription(atStripe().id, { cancel_at: end });
  await house.deliverAll();
  expect(await seen()).toMatchObject({
    cancelsAtPeriodEnd: true,
    periodEnd: new Date(end * 1000).toISOString(),
  });
  expect(await resumeSubscription(house.services, house.ada)).toMatchObject({ cancelsAtPeriodEnd: false });
  expect(atStripe()).toMatchObject({ cancel_at: null });
});

describe('a first invoice that credit covers', () => {
  const begun = async () => {
    await subscribed();
    account().changeSubscription(atStripe().id, { status: 'canceled' });
    await house.deliverAll();
    customer().balance = -10_000;
    return startSubscription(house.services, house.ada, TEAM);
  };

  it('begins the plan with no card, and one is asked for the next payment', async () => {
    expect(await begun()).toEqual({ clientSecret: null });
    expect(await standing()).toEqual(AS_BEFORE);
    expect(customer().balance).toBe(-2500);
    expect(await seen()).toMatchObject({ needsCard: true, cardLast4: null });

    const { clientSecret } = await startCardSetup(house.services, house.ada);
    const [setupIntentId = ''] = clientSecret.split('_secret_');
    account().giveCard(setupIntentId);
    const saved = await saveCard(house.services, house.ada, { SetupIntentId: setupIntentId });
    expect(saved).toMatchObject({ needsCard: false, cardLast4: '4242' });
    expect(await update({ ...TEAM, Seats: 10 })).toMatchObject({ seats: 10 });
  });

  it('is given its card by the webhook too, and an older card never takes the place of a newer one', async () => {
    await begun();
    const give = async () => {
      const [id = ''] = (await startCardSetup(house.services, house.ada)).clientSecret.split('_secret_');
      house.services.pass(10 * 60_000);
      account().giveCard(id);
      return id;
    };
    const first = await give();
    const second = await give();
    const method = account().setupIntents.get(second)?.payment_method;
    for (const event of [...account().events].reverse()) await house.deliver(event);
    expect(atStripe().default_payment_method).toBe(method);
    await saveCard(house.services, house.ada, { SetupIntentId: first });
    expect(atStripe().default_payment_method).toBe(method);
    expect(await seen()).toMatchObject({ needsCard: false });
  });
});
