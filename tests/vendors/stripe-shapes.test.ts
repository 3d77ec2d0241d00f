import { describe, expect, it } from 'vitest';
import { StripeAccount } from './stripe-account';
// The names and kinds of fields in the examples that Stripe publishes with its OpenAPI document.
import shapes from './stripe-shapes.json';

const published: Record<string, Record<string, string>> = shapes;
/** Expanded on request only, or absent from the example of its kind. */
const NOT_IN_EXAMPLES = new Set(['invoice.confirmation_secret']);

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** Fields that Stripe's object of that name has not, or has of another kind. */
function strangeFields(object: { object: string }): string[] {
  const shape = published[object.object] ?? {};
  return Object.entries(object).flatMap(([name, value]) => {
    const [ours, theirs] = [kindOf(value), shape[name]];
    const isKnown = theirs === ours || (theirs !== undefined && [ours, theirs].includes('null'));
    const field = `${object.object}.${name}`;
    return isKnown || NOT_IN_EXAMPLES.has(field) ? [] : [`${field}: ${ours}, not ${theirs ?? 'there'}`];
  });
}

describe('the local Stripe', () => {
  const account = new StripeAccount(() => Date.UTC(2026, 10, 20));
  account.addPrice('price_1', 1500);
  const customer = account.createCustomer({ email: null, name: null, metadata: {} });
  const paid = account.pay(account.createIntent({ amount: 500, currency: 'usd' }).id);
  const other = account.pay(account.createIntent({ amount: 500, currency: 'usd' }).id);
  const subscription = account.subscribe({
    customer: customer.id,
    price: 'price_1',
    quantity: 5,
    metadata: {},
  });
  const [item] = subscription.items.data;

  it.each([
    paid,
    account.chargeOf(paid.id),
    account.refund(paid.id, 100),
    account.dispute(other.id),
    customer,
    account.prices.get('price_1'),
    subscription,
    item,
    account.preview(subscription, { price: 'price_1', quantity: 8 }),
    account.createSetupIntent({ customer: customer.id }),
    account.addCard(customer.id),
    [...account.invoicePayments.values()][0],
    account.events[0],
  ])('gives objects as Stripe does: $object', (object) => {
    if (!object) throw new Error('There is nothing to compare.');
    expect(published).toHaveProperty(object.object);
    expect(strangeFields(object)).toEqual([]);
  });
});
