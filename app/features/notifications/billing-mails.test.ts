import { describe, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import { checkPayments, verifyPayment } from '~/features/payments/index.server';
import {
  cancelSubscription,
  checkSubscriptions,
  resumeSubscription,
  startSubscription,
  updateSubscription,
} from '~/features/subscriptions/index.server';
import { intentOf, payingByCard, topUpsAt } from '../../../tests/support/paying-by-card';
import { sendDueMails } from '~/features/mails/index.server';

const house = payingByCard();
const { paid, verify } = topUpsAt(house);

const account = () => house.stripe.account;
const mails = async () => {
  await sendDueMails(house.services);
  return house.services.mails();
};
const subjects = async () => (await mails()).map(({ subject }) => subject);
const lastText = async () => (await mails()).at(-1)?.text ?? '';
const subscription = () => {
  const found = [...account().subscriptions.values()].at(-1);
  if (!found) throw new Error('There is no subscription at Stripe.');
  return found;
};

async function topUp(): Promise<string> {
  const id = await paid('p25');
  await verify(id);
  expect(await subjects()).toEqual(['Receipt: $25.00 to Promptwell']);
  return id;
}

async function subscribe(): Promise<void> {
  const { clientSecret } = await startSubscription(house.services, house.ada, {
    PriceId: 'price_team',
    Seats: 5,
  });
  account().pay(intentOf(clientSecret));
  await house.deliverAll();
}

describe('a refund', () => {
  it('is told once, with its part of the bonus and the balance, whatever order its events come in', async () => {
    const id = await topUp();
    account().refund(id, 500);
    await house.deliverAll();
    await checkPayments(house.services);
    expect((await subjects()).slice(1)).toEqual(['Refund: $5.00 from Promptwell']);
    const text = await lastText();
    expect(text).toContain('We refunded $5.00 of your payment of $25.00 to your card.');
    expect(text).toContain('$5.00 and $1.00 of its bonus went off your balance.');
    expect(text).toContain('Balance now: $24.00');
    expect(text).not.toContain('nsubscribe');
  });

  it('of money that was spent names the debt', async () => {
    const id = await topUp();
    const { ledger } = house.services;
    const { userId } = house.ada;
    await ledger.adjust({ userId, amountMicroUsd: -29_000_000n, key: 'spent', note: '', actorId: '' });
    account().refund(id);
    await house.deliverAll();
    expect(await lastText()).toContain('you owe $29.00');
  });

  it('that the bank does not take is told too', async () => {
    const id = await topUp();
    const refund = account().refund(id);
    await house.deliverAll();
    expect(await lastText()).toContain('We refunded your payment of $25.00 to your card.');
    account().failRefund(refund.id);
    await house.deliverAll();
    expect((await subjects()).at(-1)).toBe('Your refund of $25.00 failed');
    expect(await lastText()).toContain('Balance now: $30.00');
  });
});

describe('a dispute', () => {
  it.each([
    ['won', 'The amount and its bonus are back on your balance.', '$30.00'],
    ['lost', 'stay off your balance', '$0.00'],
  ] as const)('is told when it is opened and when it is %s, each once', async (status, words, balance) => {
    const id = await topUp();
    const dispute = account().dispute(id);
    await house.deliverAll();
    await house.deliverAll();
    expect((await subjects()).slice(1)).toEqual(['Your bank disputed a payment of $25.00']);
    account().closeDispute(dispute.id, status);
    await house.deliverAll();
    await verifyPayment(house.services, house.ada, { paymentIntentId: id });
    expect((await subjects()).slice(2)).toEqual(['The dispute of $25.00 is closed']);
    const text = await lastText();
    expect(text).toContain(words);
    expect(text).toContain(`Balance now: ${balance}`);
  });

  it('that was closed before the mail went out is told as closed alone', async () => {
    const id = await topUp();
    const dispute = account().dispute(id);
    await house.deliverAll();
    account().closeDispute(dispute.id, 'won');
    await house.deliverAll();
    expect((await subjects()).slice(1)).toEqual(['The dispute of $25.00 is closed']);
  });

  it('that is only an inquiry is not told', async () => {
    const id = await topUp();
    account().dispute(id, 'warning_needs_response');
    await house.deliverAll();
    expect(await subjects()).toHaveLength(1);
  });
});

it('a receipt that is sent late names what has happened since', async () => {
  const id = await paid('p25');
  await verify(id);
  account().refund(id, 500);
  await house.deliverAll();
  const receipt = (await mails()).find(({ subject }) => subject?.startsWith('Receipt'));
  expect(receipt?.text).toContain('Since then, $5.00 of it was refunded.');
});

describe('a plan', () => {
  it('tells each change once', async () => {
    await subscribe();
    const { services, ada } = house;
    expect(await subjects()).toEqual(['Your Team plan has started']);
    await updateSubscription(services, ada, { PriceId: 'price_enterprise', Seats: 6 });
    await house.deliverAll();
    expect((await subjects()).slice(1)).toEqual(['Your plan was changed']);
    expect(await lastText()).toContain(
      'Your plan is now Enterprise for 6 users. Before, it was Team for 5 users.',
    );
    await cancelSubscription(services, ada);
    expect((await subjects()).slice(2)).toEqual(['Your Enterprise plan was canceled']);
    await resumeSubscription(services, ada);
    expect((await subjects()).slice(3)).toEqual(['Your Enterprise plan will continue']);
    account().changeSubscription(subscription().id, { status: 'canceled' });
    await house.deliverAll();
    expect((await subjects()).slice(4)).toEqual(['Your Enterprise plan has ended']);
  });

  it('whose upgrade is declined tells nothing', async () => {
    await subscribe();
    account().savedCards.set(subscription().customer, 'declines');
    const change = updateSubscription(house.services, house.ada, { PriceId: 'price_team', Seats: 9 });
    await expect(change).rejects.toMatchObject({ code: 'card_declined' });
    await house.deliverAll();
    expect(await subjects()).toEqual(['Your Team plan has started']);
  });

  it('whose payment fails says so once, with the link to pay it', async () => {
    await subscribe();
    const invoice = account().failRenewal(subscription().id, 'past_due');
    await house.deliverAll();
    await house.deliverAll();
    expect((await subjects()).slice(1)).toEqual(['The payment for your Team plan failed']);
    const text = await lastText();
    expect(text).toContain('We couldn’t charge $75.00 for your Team plan.');
    expect(text).toContain(`Pay with any card: ${invoice.hosted_invoice_url ?? ''}`);
  });

  it('that was paid before the mail went out says nothing', async () => {
    await subscribe();
    const invoice = account().failRenewal(subscription().id, 'past_due');
    await house.deliverAll();
    account().settleInvoice(invoice);
    await house.deliverAll();
    expect(await subjects()).toEqual(['Your Team plan has started']);
  });

  it('whose card expires is told a month before, once a card', async () => {
    await subscribe();
    const method = account().paymentMethods.get(subscription().default_payment_method ?? '');
    if (!method) throw new Error('There is no card.');
    const soon = new Date(house.services.clock() + 40 * DAY_MS);
    Object.assign(method.card, { exp_year: soon.getUTCFullYear(), exp_month: soon.getUTCMonth() + 1 });
    account().changeSubscription(subscription().id, {});
    await house.deliverAll();
    await checkSubscriptions(house.services);
    expect(await subjects()).toHaveLength(1);
    house.services.pass(45 * DAY_MS);
    await checkSubscriptions(house.services);
    await checkSubscriptions(house.services);
    expect((await subjects()).slice(1)).toEqual(['Your card expires soon']);
    expect(await lastText()).toMatch(
      /The card ending in 4242 that pays your Team plan expires at the end of \w+ 20\d\d\./,
    );
  });
});
