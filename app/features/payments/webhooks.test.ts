import { describe, expect, it } from 'vitest';
import { payingByCard, topUpsAt } from '../../../tests/support/paying-by-card';
import { StripeFailure } from '../../../tests/vendors/stripe-objects';
import { signedWebhook } from '../../../tests/vendors/stripe-server';
import { checkPayments, receiveWebhook } from './index.server';

const house = payingByCard();
const { start, verify, paid, cents } = topUpsAt(house);

describe('a webhook', () => {
  const event = () => ({ ...house.stripe.account.events[0], id: 'evt_forged' });
  const receive = (signed: { body: string; signature: string | null }) =>
    receiveWebhook(house.services, signed);

  it.each([
    ['without a signature', () => ({ ...signedWebhook(event()), signature: null }), 'unsigned'],
    [
      'signed with an old secret',
      () => signedWebhook(event(), { secret: 'whsec_old', atMs: house.services.clock() }),
      'wrong_signature',
    ],
    [
      'signed six minutes ago',
      () => signedWebhook(event(), { atMs: house.services.clock() - 6 * 60_000 }),
      'wrong_signature',
    ],
    [
      'changed on the way',
      () => {
        const { body, signature } = signedWebhook(event(), { atMs: house.services.clock() });
        return { body: body.replace('evt_forged', 'evt_other'), signature };
      },
      'wrong_signature',
    ],
  ])('%s is refused', async (_name, make, code) => {
    await paid();
    await expect(receive(make())).rejects.toMatchObject({ kind: 'invalid', code });
    expect(await cents()).toBe(0);
  });

  it('that comes again is known', async () => {
    await paid();
    const [first] = house.stripe.account.events;
    if (!first) throw new Error('Stripe told of nothing.');
    expect(await house.deliver(first)).toMatchObject({ isReplay: false });
    expect(await house.deliver(first)).toMatchObject({ isReplay: true });
  });

  it('about a payment of another product, or of no payment, is left alone', async () => {
    const { account } = house.stripe;
    account.pay(account.createIntent({ amount: 500, currency: 'usd' }).id);
    account.intents.clear();
    await house.deliverAll();
    expect(await house.services.prisma.topup.count()).toBe(0);
  });

  it('is refused for now when Stripe cannot be asked, so that it comes again', async () => {
    await paid();
    house.stripe.failNext(/payment_intents/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
    await expect(house.deliverAll()).rejects.toMatchObject({ kind: 'upstream-failed' });
    await house.deliverAll();
    expect(await cents()).toBe(3000);
  });
});

describe('the hourly check', () => {
  it('finds payments, refunds and disputes of which no webhook told', async () => {
    const id = await paid();
    await checkPayments(house.services);
    expect(await cents()).toBe(3000);
    house.services.pass(3 * 24 * 60 * 60_000); // the server was off for days
    house.stripe.account.refund(id, 2500);
    await checkPayments(house.services);
    expect(await cents()).toBe(0);
  });

  it('finds what no webhook told after a clock that was a year ahead is put right', async () => {
    const id = await paid();
    await verify(id);
    house.services.pass(365 * 24 * 60 * 60_000);
    await checkPayments(house.services);
    house.services.pass(-365 * 24 * 60 * 60_000);
    house.stripe.account.refund(id, 2500);
    await checkPayments(house.services);
    expect(await cents()).toBe(0);
  });

  it('goes on past a payment that cannot be read', async () => {
    await start('p5');
    await paid('p50');
    house.stripe.failNext(/payment_intents\/pi/, new StripeFailure(400, { type: 'api_error', message: '?' }));
    await checkPayments(house.services);
    expect(await cents()).toBe(6500);
  });
});
