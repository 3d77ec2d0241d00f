import { describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { payingByCard } from '../../../tests/support/paying-by-card';
import { StripeFailure } from '../../../tests/vendors/stripe-objects';
import { signedWebhook } from '../../../tests/vendors/stripe-server';
import {
  checkPayments,
  checkStripeSide,
  listRecentPayments,
  readPaymentConfig,
  receiveWebhook,
  startTopUp,
  verifyPayment,
} from './index.server';
import type { PackageId } from './packages';

const house = payingByCard();

const CENTS: Record<PackageId, number> = { p5: 500, p25: 2500, p50: 5000 };
const start = async (PackageId: PackageId = 'p25', actor = house.ada): Promise<string> =>
  (await startTopUp(house.services, actor, { PackageId, AmountCents: CENTS[PackageId] })).paymentIntentId;
const verify = (paymentIntentId: string, actor = house.ada) =>
  verifyPayment(house.services, actor, { paymentIntentId });
const cents = async (actor = house.ada) =>
  Number((await house.services.ledger.balance(actor.userId)).postedMicroUsd) / 10_000;
const debtCents = async () =>
  Number((await house.services.ledger.balance(house.ada.userId)).debtMicroUsd) / 10_000;
const rolesOf = async ({ userId }: Actor) =>
  (await house.services.prisma.userRole.findMany({ where: { userId } })).map(({ role }) => role);
async function paid(packageId: PackageId = 'p25'): Promise<string> {
  const id = await start(packageId);
  house.stripe.account.pay(id);
  return id;
}

describe('a top-up', () => {
  it.each([
    ['p5', 500],
    ['p25', 3000],
    ['p50', 6500],
  ] as const)(
    'of %s puts %d cents on the balance and makes the person a paying one',
    async (id, credited) => {
      expect(await verify(await paid(id))).toMatchObject({
        outcome: 'credited',
        creditedCents: credited,
        balanceCents: credited,
        isFirst: true,
      });
      expect(await cents()).toBe(credited);
      expect(await rolesOf(house.ada)).toEqual(['paiduser']);
    },
  );

  it('is credited once by the webhook and the browser together, ten times each', async () => {
    const id = await paid();
    const [event] = house.stripe.account.events.filter(({ type }) => type === 'payment_intent.succeeded');
    if (!event) throw new Error('Stripe told of nothing.');
    await Promise.all(
      Array.from({ length: 10 }, () => [verify(id), house.deliver(event)]).flat() as Promise<unknown>[],
    );
    expect(await cents()).toBe(3000);
  });

  it('whose role was taken away later gives it back to nobody', async () => {
    const id = await paid();
    await verify(id);
    await house.services.prisma.userRole.deleteMany({ where: { userId: house.ada.userId } });
    await verify(id);
    expect(await rolesOf(house.ada)).toEqual([]);
  });

  it('that somebody changed on the way is refused', async () => {
    await expect(
      startTopUp(house.services, house.ada, { PackageId: 'p50', AmountCents: 500 }),
    ).rejects.toMatchObject({ kind: 'invalid', code: 'amount_mismatch' });
    expect(house.stripe.calls).toEqual([]);
  });

  it('is refused for a test-drive account', async () => {
    const testDrive = { ...house.ada, email: 'TestDrive7@example.org' };
    await expect(start('p5', testDrive)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('contact an admin for test credits') as string,
    });
  });

  it('begun in two tabs is one payment, and after it the next one is another', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(two).toBe(one);
    expect(await start('p5')).not.toBe(one);
    house.stripe.account.pay(one);
    expect(await start()).not.toBe(one);
    expect(await cents()).toBe(3000); // it was settled on the way
  });

  it('is not seen by others', async () => {
    const id = await paid();
    const { actor: bob } = await house.services.signUp();
    await expect(verify(id, bob)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await listRecentPayments(house.services, bob, { take: 10 })).toEqual([]);
  });
});

describe('a payment that is not made', () => {
  const outcome = async (id: string) => {
    const { outcome: word, message } = await verify(id);
    return [word, message];
  };

  it('says so, and can be tried again', async () => {
    const id = await start();
    house.stripe.account.decline(id);
    expect(await outcome(id)).toEqual(['failed', 'Payment failed']);
    expect(await start()).toBe(id);
    house.stripe.account.setStatus(id, 'requires_action');
    expect((await outcome(id))[0]).toBe('unfinished');
    house.stripe.account.setStatus(id, 'processing');
    expect(await outcome(id)).toEqual(['processing', 'Payment processing.']);
    expect(await cents()).toBe(0);
    house.stripe.account.pay(id);
    expect((await outcome(id))[0]).toBe('credited');
  });

  it.each([
    ['another amount', { amount_received: 1 }],
    ['another currency', { currency: 'jpy' }],
  ])('as it was asked for, with %s, is not credited', async (_name, changes) => {
    const id = await start();
    house.stripe.account.pay(id, changes);
    await house.deliverAll();
    expect((await outcome(id))[0]).toBe('in-review');
    expect(await cents()).toBe(0);
    expect(await listRecentPayments(house.services, house.ada, { take: 10 })).toMatchObject([
      { state: 'not-credited', creditedCents: 0 },
    ]);
  });

  it('by the account that it says it is for is credited to nobody', async () => {
    const { actor: bob } = await house.services.signUp();
    const id = await start();
    const intent = house.stripe.account.pay(id);
    intent.metadata.userId = bob.userId;
    await house.deliverAll();
    expect([await cents(), await cents(bob)]).toEqual([0, 0]);
  });

  it('cannot be begun while Stripe is down; the message says nothing of the inside', async () => {
    house.stripe.failNext(
      /payment_intents/,
      new StripeFailure(500, { type: 'api_error', message: 'sk_test' }),
    );
    await expect(start()).rejects.toMatchObject({
      kind: 'upstream-failed',
      message: 'Failed to create payment',
    });
  });

  it('can be begun when Stripe is back: it gives a failure again for a day to whoever asks with the same key', async () => {
    house.stripe.failNext(/payment_intents/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
    await expect(start()).rejects.toMatchObject({ kind: 'upstream-failed' });
    house.services.pass(5 * 60_000);
    house.stripe.account.pay(await start());
    await house.deliverAll();
    expect(await cents()).toBe(3000);
  });

  it('keeps its credit for later while Stripe is down', async () => {
    const id = await paid();
    house.stripe.failNext(/payment_intents/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
    expect(await outcome(id)).toEqual(['processing', 'Payment processing.']);
    await checkPayments(house.services);
    expect(await cents()).toBe(3000);
  });
});

it('credits that lag are announced, and come', async () => {
  const id = await paid();
  const { connection } = house.services;
  connection.exec(
    `CREATE TRIGGER full BEFORE INSERT ON ledger_entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
  expect(await verify(id)).toMatchObject({
    outcome: 'lagging',
    message: 'Payment succeeded. Credits will be added shortly.',
  });
  connection.exec('DROP TRIGGER full');
  await house.deliverAll();
  expect(await cents()).toBe(3000);
});

it.each(['user_role', 'stripe_event'])('a crash at the write to %s is made up for', async (table) => {
  await paid();
  const { connection } = house.services;
  connection.exec(
    `CREATE TRIGGER crash BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'the power went'); END`,
  );
  const [event] = house.stripe.account.events.filter(({ type }) => type === 'payment_intent.succeeded');
  if (!event) throw new Error('Stripe told of nothing.');
  await expect(house.deliver(event)).rejects.toThrow();
  connection.exec('DROP TRIGGER crash');
  expect(await house.deliver(event)).toEqual({ received: true, isReplay: false });
  expect([await cents(), await rolesOf(house.ada)]).toEqual([3000, ['paiduser']]);
});

it('a payment whose row was lost in a crash is known by what it says itself', async () => {
  const id = await paid();
  await house.services.prisma.topup.delete({ where: { paymentIntentId: id } });
  await house.deliverAll();
  expect(await cents()).toBe(3000);
});

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
    const refund = house.stripe.account.refund(id, 1000);
    await house.deliverAll();
    expect(await cents()).toBe(1800);
    house.stripe.account.failRefund(refund.id);
    await house.deliverAll();
    expect(await cents()).toBe(3000);
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

describe('Stripe’s side of the books', () => {
  const check = () =>
    checkStripeSide(house.services.connection.name, house.services.stripe, house.services.clock());

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

it('without keys nothing can be bought, and the page is told so', async () => {
  const bare = { ...house.services, stripe: undefined };
  expect(readPaymentConfig(bare)).toEqual({
    publishableKey: null,
    teamPriceId: null,
    enterprisePriceId: null,
  });
  await expect(startTopUp(bare, house.ada, { PackageId: 'p5', AmountCents: 500 })).rejects.toMatchObject({
    code: 'payments_not_set_up',
  });
});
