import fc from 'fast-check';
import { expect, it } from 'vitest';
import { servicesWithStripe } from '../../../tests/support/paying-by-card';
import type { StripeAccount } from '../../../tests/vendors/stripe-account';
import { checkPayments, startTopUp, verifyPayment } from './index.server';

const PACKAGES = [
  { PackageId: 'p5', AmountCents: 500, credited: 500 },
  { PackageId: 'p25', AmountCents: 2500, credited: 3000 },
  { PackageId: 'p50', AmountCents: 5000, credited: 6500 },
] as const;

/** Events at Stripe and their delivery to us; numbers choose the payment, event or amount. */
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), package: fc.nat(2) }),
  fc.record({ do: fc.constantFrom('decline', 'dispute', 'verify'), which: fc.nat(9) }),
  fc.record({
    do: fc.constant('refund' as const),
    which: fc.nat(9),
    cents: fc.integer({ min: 1, max: 5000 }),
  }),
  fc.record({ do: fc.constantFrom('failRefund', 'win', 'lose'), which: fc.nat(9) }),
  fc.record({ do: fc.constant('deliver' as const), which: fc.nat(40) }),
  fc.record({ do: fc.constant('check' as const) }),
);

const at = <T>(items: Iterable<T>, which: number): T | undefined => {
  const all = [...items];
  return all[which % Math.max(1, all.length)];
};

/** The balance that Stripe's payments imply. */
function expectedCents(account: StripeAccount): number {
  let total = 0;
  for (const intent of account.intents.values()) {
    const bought = PACKAGES.find(({ AmountCents }) => AmountCents === intent.amount);
    if (intent.status !== 'succeeded' || !bought) continue;
    const lost = [...account.refunds.values(), ...account.disputes.values()]
      .filter(({ payment_intent: id, status }) => id === intent.id && !['failed', 'won'].includes(status))
      .reduce((sum, { amount }) => sum + amount, 0);
    total += (bought.credited * (intent.amount - Math.min(intent.amount, lost))) / intent.amount;
  }
  return total;
}

it('credits each payment exactly once, whatever order its events come in', { timeout: 120_000 }, async () => {
  const house = await servicesWithStripe();
  const { services, stripe } = house;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      async (steps, order) => {
        const { account } = stripe;
        for (const table of ['intents', 'charges', 'refunds', 'disputes'] as const) account[table].clear();
        account.events.length = 0;
        const { actor } = await services.signUp();
        for (const each of steps) {
          switch (each.do) {
            case 'pay': {
              const { PackageId, AmountCents } = PACKAGES[each.package] ?? PACKAGES[0];
              const begun = await startTopUp(services, actor, { PackageId, AmountCents });
              account.pay(begun.paymentIntentId);
              break;
            }
            case 'check':
              await checkPayments(services);
              break;
            case 'deliver': {
              const event = at(account.events, each.which);
              if (event) await house.deliver(event);
              break;
            }
            case 'verify': {
              const intent = at(account.intents.values(), each.which);
              if (intent) await verifyPayment(services, actor, { paymentIntentId: intent.id });
              break;
            }
            case 'decline':
            case 'dispute':
            case 'refund':
            case 'failRefund':
            case 'win':
            case 'lose':
              happen(account, each);
          }
        }
        const late = account.events.map((event) => ({ event, turn: order.next().value as number }));
        late.sort((one, other) => one.turn - other.turn);
        for (const { event } of late) await house.deliver(event);
        for (const { event } of late.reverse()) await house.deliver(event);
        const { postedMicroUsd, debtMicroUsd } = await services.ledger.balance(actor.userId);
        expect(Number(postedMicroUsd) / 10_000).toBe(expectedCents(account));
        expect(debtMicroUsd).toBe(0n);
        services.pass(60_000);
      },
    ),
    { numRuns: 25 },
  );
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await house.close();
});

/** A step that means nothing just now, such as refunding what is not paid, does nothing. */
function happen(account: StripeAccount, step: { do: string; which?: number; cents?: number }): void {
  const { which = 0 } = step;
  const intent = at(account.intents.values(), which);
  const refund = at(account.refunds.values(), which);
  const dispute = at(account.disputes.values(), which);
  const left = intent?.latest_charge
    ? account.chargeOf(intent.id).amount - account.chargeOf(intent.id).amount_refunded
    : 0;
  switch (step.do) {
    case 'decline':
      if (intent?.status === 'requires_payment_method') account.decline(intent.id);
      break;
    case 'refund':
      if (intent && left > 0) account.refund(intent.id, Math.min(left, step.cents ?? left));
      break;
    case 'failRefund':
      if (refund?.status === 'succeeded') account.failRefund(refund.id);
      break;
    case 'dispute':
      if (intent?.latest_charge && !account.chargeOf(intent.id).disputed) account.dispute(intent.id);
      break;
    case 'win':
    case 'lose':
      if (dispute?.status === 'needs_response')
        account.closeDispute(dispute.id, step.do === 'win' ? 'won' : 'lost');
  }
}
