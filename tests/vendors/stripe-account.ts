import {
  invalid,
  missing,
  newId,
  type Charge,
  type Customer,
  type Dispute,
  type Intent,
  type Invoice,
  type Price,
  type Refund,
  type StripeEventObject,
  type StripeObject,
  type Subscription,
} from './stripe-objects';

const API_VERSION = '2026-10-28.endive';
const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** One merchant's account at Stripe: what exists there, and what customers and banks do to it. */
export class StripeAccount {
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly customers = new Map<string, Customer>();
  readonly prices = new Map<string, Price>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  /** The oldest first. */
  readonly events: StripeEventObject[] = [];

  constructor(
    private readonly now: () => number,
    private readonly livemode = false,
  ) {}

  get seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  find<T>(kind: string, table: ReadonlyMap<string, T>, id: string): T {
    const found = table.get(id);
    if (!found) throw missing(kind, id);
    return found;
  }

  /** Writes down what happened; an event holds the object as it was then. */
  emit(type: string, object: StripeObject): StripeEventObject {
    const event: StripeEventObject = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.seconds,
      data: { object: structuredClone(object) },
      livemode: this.livemode,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.push(event);
    return event;
  }

  createIntent(asked: {
    amount: number;
    currency: string;
    customer?: string | null;
    description?: string | null;
    metadata?: Record<string, string>;
  }): Intent {
    if (!Number.isInteger(asked.amount) || asked.amount < 50) throw invalid('Amount too small', 'amount');
    const id = newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: asked.amount,
      amount_received: 0,
      client_secret: `${id}_secret_${newId('s').slice(2)}`,
      created: this.seconds,
      currency: asked.currency,
      customer: asked.customer ?? null,
      description: asked.description ?? null,
      last_payment_error: null,
      latest_charge: null,
      livemode: this.livemode,
      metadata: asked.metadata ?? {},
      next_action: null,
      payment_method_types: ['card'],
      receipt_email: null,
      status: 'requires_payment_method',
    };
    this.intents.set(id, intent);
    this.emit('payment_intent.created', intent);
    return intent;
  }

  /** A customer pays; `changes` makes the payment another than was asked for. */
  pay(intentId: string, changes: Partial<Pick<Intent, 'amount_received' | 'currency'>> = {}): Intent {
    const intent = this.find('payment_intent', this.intents, intentId);
    if (!['requires_payment_method', 'requires_action', 'processing'].includes(intent.status)) {
      throw invalid(`This PaymentIntent's status is ${intent.status}.`);
    }
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      created: this.seconds,
      currency: intent.currency,
      disputed: false,
      livemode: this.livemode,
      paid: true,
      payment_intent: intent.id,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      receipt_url: `https://pay.stripe.com/receipts/${intent.id}`,
      refunded: false,
      status: 'succeeded',
    };
    this.charges.set(charge.id, charge);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      next_action: null,
      last_payment_error: null,
      ...changes,
    });
    this.emit('payment_intent.succeeded', intent);
    this.emit('charge.succeeded', charge);
    const invoice = [...this.invoices.values()].find(
      (each) => each.confirmation_secret?.client_secret === intent.client_secret,
    );
    if (invoice) this.settleInvoice(invoice);
    return intent;
  }

  decline(intentId: string): Intent {
    const intent = this.find('payment_intent', this.intents, intentId);
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
    };
    this.emit('payment_intent.payment_failed', intent);
    return intent;
  }

  /** The bank wants a word with its customer first, or takes its time. */
  setStatus(intentId: string, status: 'requires_action' | 'processing' | 'canceled'): Intent {
    const intent = this.find('payment_intent', this.intents, intentId);
    intent.status = status;
    intent.next_action = status === 'requires_action' ? { type: 'redirect_to_url' } : null;
    this.emit(`payment_intent.${status}`, intent);
    return intent;
  }

  refund(intentId: string, amount?: number): Refund {
    const charge = this.chargeOf(intentId);
    const cents = amount ?? charge.amount - charge.amount_refunded;
    if (cents <= 0 || cents > charge.amount - charge.amount_refunded)
      throw invalid('Refund amount is greater than unrefunded amount on charge');
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount: cents,
      charge: charge.id,
      created: this.seconds,
      currency: charge.currency,
      payment_intent: intentId,
      status: 'succeeded',
    };
    this.refunds.set(refund.id, refund);
    charge.amount_refunded += cents;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.emit('refund.created', refund);
    this.emit('charge.refunded', charge);
    return refund;
  }

  /** The customer's bank does not take a refund: the money is back with the merchant. */
  failRefund(refundId: string): void {
    const refund = this.find('refund', this.refunds, refundId);
    refund.status = 'failed';
    const charge = this.chargeOf(refund.payment_intent);
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    this.emit('refund.failed', refund);
  }

  dispute(intentId: string, status = 'needs_response'): Dispute {
    const charge = this.chargeOf(intentId);
    const dispute: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount,
      charge: charge.id,
      created: this.seconds,
      currency: charge.currency,
      livemode: this.livemode,
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
    };
    this.disputes.set(dispute.id, dispute);
    charge.disputed = true;
    this.emit('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): void {
    const dispute = this.find('dispute', this.disputes, disputeId);
    dispute.status = status;
    this.emit('charge.dispute.closed', dispute);
  }

  chargeOf(intentId: string): Charge {
    const id = this.find('payment_intent', this.intents, intentId).latest_charge;
    return this.find('charge', this.charges, id ?? '');
  }

  addPrice(id: string, unitAmount: number): Price {
    const price: Price = {
      id,
      object: 'price',
      active: true,
      currency: 'usd',
      livemode: this.livemode,
      recurring: { interval: 'month', interval_count: 1 },
      type: 'recurring',
      unit_amount: unitAmount,
    };
    this.prices.set(id, price);
    return price;
  }

  subscribe(asked: {
    customer: string;
    price: string;
    quantity: number;
    metadata: Record<string, string>;
  }): Subscription {
    this.find('customer', this.customers, asked.customer);
    const price = this.find('price', this.prices, asked.price);
    const id = newId('sub');
    const subscription: Subscription = {
      id,
      object: 'subscription',
      cancel_at_period_end: false,
      canceled_at: null,
      created: this.seconds,
      currency: 'usd',
      customer: asked.customer,
      ended_at: null,
      items: {
        object: 'list',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            current_period_end: this.seconds + MONTH_SECONDS,
            current_period_start: this.seconds,
            price,
            quantity: asked.quantity,
            subscription: id,
          },
        ],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      latest_invoice: null,
      livemode: this.livemode,
      metadata: asked.metadata,
      status: 'incomplete',
    };
    this.subscriptions.set(id, subscription);
    const intent = this.createIntent({
      amount: price.unit_amount * asked.quantity,
      currency: 'usd',
      customer: asked.customer,
    });
    const invoice = this.invoiceOf(subscription, intent.amount, intent.client_secret, []);
    this.invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    this.emit('customer.subscription.created', subscription);
    return subscription;
  }

  changeSubscription(id: string, changes: Partial<Subscription>): Subscription {
    const subscription = this.find('subscription', this.subscriptions, id);
    Object.assign(subscription, changes);
    const ended = subscription.status === 'canceled';
    if (ended) subscription.ended_at = this.seconds;
    this.emit(ended ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription);
    return subscription;
  }

  /** What an update now would add to the next bill, for the rest of the month. */
  preview(subscription: Subscription, priceId: string, quantity: number): Invoice {
    const [item] = subscription.items.data;
    const price = this.find('price', this.prices, priceId);
    const end = item?.current_period_end ?? this.seconds;
    const share = (end - this.seconds) / MONTH_SECONDS;
    const before = Math.round((item?.price.unit_amount ?? 0) * (item?.quantity ?? 0) * share);
    const after = Math.round(price.unit_amount * quantity * share);
    return this.invoiceOf(subscription, after - before, null, [
      { description: 'Unused time', amount: -before, quantity: item?.quantity ?? 0 },
      { description: 'Remaining time', amount: after, quantity },
    ]);
  }

  /** A month's payment fails: its invoice stays open, and the subscription is what Stripe's settings make of that. */
  failRenewal(id: string, status: 'past_due' | 'unpaid'): Invoice {
    const subscription = this.find('subscription', this.subscriptions, id);
    const [item] = subscription.items.data;
    const amount = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 0);
    const invoice = this.invoiceOf(subscription, amount, null, []);
    this.invoices.set(invoice.id, invoice);
    this.emit('invoice.payment_failed', invoice);
    this.changeSubscription(id, { status, latest_invoice: invoice.id });
    return invoice;
  }

  /** A customer pays it at Stripe's own page. */
  settleInvoice(invoice: Invoice): void {
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    const id = invoice.parent?.subscription_details.subscription ?? '';
    this.emit('invoice.paid', invoice);
    if (this.subscriptions.has(id)) this.changeSubscription(id, { status: 'active' });
  }

  private invoiceOf(
    { id, customer }: Subscription,
    amount: number,
    clientSecret: string | null,
    lines: { description: string; amount: number; quantity: number }[],
  ): Invoice {
    const invoiceId = newId('in');
    return {
      id: invoiceId,
      object: 'invoice',
      amount_due: Math.max(0, amount),
      amount_paid: 0,
      confirmation_secret:
        clientSecret === null ? null : { client_secret: clientSecret, type: 'payment_intent' },
      created: this.seconds,
      currency: 'usd',
      customer,
      hosted_invoice_url: `https://invoice.stripe.com/i/acct_local/${invoiceId}?s=ap`,
      lines: {
        object: 'list',
        data: lines.map((line) => ({ ...line, id: newId('il'), object: 'line_item', currency: 'usd' })),
        has_more: false,
        url: '/v1/invoices/lines',
      },
      livemode: this.livemode,
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
      status: 'open',
      total: amount,
    };
  }
}
