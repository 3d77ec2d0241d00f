import { describe, expect, it } from 'vitest';
import { payingByCard, topUpsAt } from '../../../tests/support/paying-by-card';
import { reconcileStripe, listRecentPayments, createCardPayments } from './index.server';

const house = payingByCard();
const { verify, paid, cents, debtCents } = topUpsAt(house);

describe('what comes back of a payment', () => {
  it('goes from the balance with its bonus, and no further', async () => {
    const id = await paid();
    await verify(id);
    house.stripe.account.refund(id, 500);
    await house.deliverAll();
    expect(await cents()).toBe(2400); // $5 of $25, and $1 of the bonus
    house.stripe.account.refund(id);
    await house.deliverAll();
    await house.deliverAll();
    expect([await cents(), await debtCents()]).toEqual([0, 0]);
    expect(await listRecentPayments(house.services, house.ada, { take: 10 })).toMatchObject([
      { state: 'refunded' },
    ]);
  });

  it('is a debt where it was spent, which blocks spending until it is paid', async () => {
    const id = await paid('p5');
    await verify(id);
    const { ledger } = house.services;
    await ledger.adjust({
      userId: house.ada.userId,
      amountMicroUsd: -4_000_000n,
      key: 'spent',
      note: '',
      actorId: '',
    });
    house.stripe.account.refund(id);
    await house.deliverAll();
    expect([await cents(), await debtCents()]).toEqual([0, 400]);
    await verify(await paid('p5'));
    expect([await cents(), await debtCents()]).toEqual([100, 0]);
  });

  it('returns when a dispute is won or a refund fails', async () => {
    const id = await paid();
    await verify(id);
    const dispute = house.stripe.account.dispute(id);
    await house.deliverAll();
    expect(await cents()).toBe(0);
    house.stripe.account.closeDispute(dispute.id, 'won');
    await house.deliverAll();
    expect(await cents()).toBe(3000);
    house.stripe.account.refund(id, 500);
    const refund = house.stripe.account.refund(id, 1000);
    await house.deliverAll();
    expect(await cents()).toBe(1200);
    house.stripe.account.failRefund(refund.id);
    await house.deliverAll();
    expect(await cents()).toBe(2400); // the other refund stays
  });

  it('is nothing while a bank only asks', async () => {
    const id = await paid();
    house.stripe.account.dispute(id, 'warning_needs_response');
    await house.deliverAll();
    expect(await cents()).toBe(3000);
  });

  it('is taken once when a refunded payment is disputed as well', async () => {
    const id = await paid();
    house.stripe.account.refund(id);
    house.stripe.account.dispute(id);
    await house.deliverAll();
    expect([await cents(), await debtCents()]).toEqual([0, 0]);
  });
});

describe('Stripe’s side of the books', () => {
  const check = () =>
    reconcileStripe(createCardPayments(house.services.sql), house.services.stripe, house.services.clock());

  it('agrees with the ledger after payments, refunds and disputes', async () => {
    const id = await paid('p50');
    await verify(id);
    await verify(await paid('p5'));
    house.stripe.account.refund(id, 1000);
    house.stripe.account.dispute(id);
    await house.deliverAll();
    expect(await check()).toEqual({
      lines: [
        'Card payments: 2, $55.00 paid, $50.00 refunded or disputed.',
        'Stripe: 2 payments in the last 30 days.',
      ],
      faults: [],
    });
  });

  it('names a payment that is not on the books, and money that nobody paid', async () => {
    const id = await paid();
    house.services.pass(60 * 60_000);
    expect((await check()).faults).toEqual([`Stripe has a payment ${id} that is not on the books.`]);
    await verify(id);
    const more = {
      userId: house.ada.userId,
      amountMicroUsd: 10_000n,
      source: 'topup' as const,
      key: 'by hand',
    };
    await house.services.ledger.credit(more);
    expect((await check()).faults).toEqual(['The clearing account says $25.01, the card payments $25.']);
  });
});
