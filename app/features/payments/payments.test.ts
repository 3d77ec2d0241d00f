import { describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { deleteAccount, sweepUserData } from '~/features/accounts/index.server';
import { payingByCard, topUpsAt } from '../../../tests/support/paying-by-card';
import { StripeFailure } from '../../../tests/vendors/stripe-objects';
import { checkPayments, listRecentPayments, readPaymentConfig, startTopUp } from './index.server';

const house = payingByCard();

const { start, verify, paid, cents } = topUpsAt(house);
const rolesOf = async ({ userId }: Actor) =>
  (await house.services.prisma.userRole.findMany({ where: { userId } })).map(({ role }) => role);

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

  it('that is not paid yet when the account is deleted can no longer be, in a tab that is left open', async () => {
    const { services, stripe, ada } = house;
    const id = await start();
    await paid('p5');
    const down = new StripeFailure(500, { type: 'api_error', message: 'down' });
    for (const path of [/cancel/, /cancel/]) stripe.failNext(path, down);
    await deleteAccount(services, ada, undefined);
    await sweepUserData(services);
    expect(() => stripe.account.pay(id)).toThrow('status is canceled');
    const topups = await services.prisma.topup.findMany({ orderBy: { amountCents: 'asc' } });
    expect(topups.map(({ status }) => status)).toEqual(['requires_payment_method', 'canceled']);
    await checkPayments(services);
    expect(await cents()).toBe(500); // what was paid before is on the books
    expect([await services.prisma.userRole.count(), await services.prisma.mail.count()]).toEqual([0, 0]);
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
