import {
  invalid,
  missing,
  newId,
  StripeFailure,
  type Customer,
  type Intent,
  type Invoice,
  type InvoicePayment,
  type PaymentMethod,
  type Price,
  type SetupIntent,
  type Subscription,
} from './stripe-objects';
import { StripePayments } from './stripe-payments';

const MONTH_SECONDS = 30 * 24 * 60 * 60;
/** A pending update waits for its payment for 23 hours, or until the period ends if that is sooner. */
const PENDING_SECONDS = 23 * 60 * 60;
/** Stripe charges no less at once; what is below goes to the customer's balance. */
const MIN_CHARGE = 50;

/** The bank's response when an invoice charges a customer's saved card. */
export type SavedCard = 'accepts' | 'declines' | 'asks';

type Line = { description: string; amount: number; quantity: number };
export interface Change {
  price: string;
  quantity: number;
  prorationDate?: number | undefined;
}

/**
 * One merchant's account at Stripe, with its billing. Amounts and states follow Stripe's documentation of subscriptions,
 * prorations, customer balances and pending updates.
 */
export class StripeAccount extends StripePayments {
  readonly customers = new Map<string, Customer>();
  readonly prices = new Map<string, Price>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly invoicePayments = new Map<string, InvoicePayment>();
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly setupIntents = new Map<string, SetupIntent>();
  /** The bank's response the next time a saved card of this customer is charged. */
  readonly savedCards = new Map<string, SavedCard>();
  /** Percent, on top of every line. */
  taxPercent = 0;

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

  createCustomer(asked: { email: string | null; name: string | null; metadata: Record<string, string> }) {
    const customer: Customer = {
      id: newId('cus'),
      object: 'customer',
      balance: 0,
      created: this.seconds,
      livemode: this.livemode,
      ...asked,
    };
    this.customers.set(customer.id, customer);
    return customer;
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
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      created: this.seconds,
      currency: 'usd',
      customer: asked.customer,
      default_payment_method: null,
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
      pending_setup_intent: null,
      pending_update: null,
      status: 'incomplete',
    };
    this.subscriptions.set(id, subscription);
    const lines = [monthOf(price, asked.quantity)];
    const invoice = this.finalize(this.draft(subscription, lines, 'subscription_create'));
    subscription.latest_invoice = invoice.id;
    if (invoice.status === 'paid') {
      // Nothing to pay now: Stripe asks for a card for later.
      subscription.status = 'active';
      subscription.pending_setup_intent = this.createSetupIntent({ customer: asked.customer }).id;
    }
    this.emit('customer.subscription.created', subscription);
    return subscription;
  }

  changeSubscription(id: string, changes: Partial<Subscription>): Subscription {
    const subscription = this.find('subscription', this.subscriptions, id);
    Object.assign(subscription, changes);
    if (changes.cancel_at_period_end !== undefined) {
      const [item] = subscription.items.data;
      subscription.cancel_at = changes.cancel_at_period_end ? (item?.current_period_end ?? null) : null;
    }
    const ended = subscription.status === 'canceled';
    if (ended) {
      subscription.ended_at = this.seconds;
      subscription.pending_update = null;
    }
    this.emit(ended ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription);
    return subscription;
  }

  /** Another price or quantity, billed at once; `payment_behavior` decides what happens if the payment fails. */
  changeItems(id: string, change: Change, paymentBehavior: string): Subscription {
    const subscription = this.find('subscription', this.subscriptions, id);
    if (subscription.status === 'incomplete') {
      throw invalid(
        'You cannot update a subscription in `incomplete` status in a way that results in a new invoice or invoice items.',
      );
    }
    const lines = this.prorations(subscription, change);
    const [item] = subscription.items.data;
    if (!item) throw missing('subscription item', id);
    const changed = {
      ...item,
      price: this.find('price', this.prices, change.price),
      quantity: change.quantity,
    };
    const isSame = item.price.id === change.price && item.quantity === change.quantity;
    if (isSame) return this.changeSubscription(id, {});
    const invoice = this.finalize(this.draft(subscription, lines, 'subscription_update'));
    const intent = invoice.status === 'paid' ? undefined : this.charge(invoice);
    if (!intent || intent.status === 'succeeded') {
      if (intent) this.markPaid(invoice);
      subscription.items.data = [changed];
      return this.changeSubscription(id, { latest_invoice: invoice.id });
    }
    switch (paymentBehavior) {
      case 'pending_if_incomplete':
        return this.changeSubscription(id, {
          latest_invoice: invoice.id,
          pending_update: {
            expires_at: Math.min(this.seconds + PENDING_SECONDS, item.current_period_end),
            subscription_items: [changed],
          },
        });
      case 'error_if_incomplete':
        this.voidInvoice(invoice.id);
        throw new StripeFailure(402, {
          type: 'card_error',
          code:
            intent.status === 'requires_action'
              ? 'subscription_payment_intent_requires_action'
              : 'card_declined',
          message: intent.last_payment_error?.message ?? 'Payment for this subscription requires action.',
        });
      default:
        subscription.items.data = [changed];
        return this.changeSubscription(id, { latest_invoice: invoice.id, status: 'past_due' });
    }
  }

  /** The next invoice as it would be: after a change that is billed at once, or at the end of the month. */
  preview(subscription: Subscription, change: Change, isBilledNow = true): Invoice {
    const price = this.find('price', this.prices, change.price);
    const lines = isBilledNow ? this.prorations(subscription, change) : [monthOf(price, change.quantity)];
    return this.draft(subscription, lines, 'upcoming');
  }

  /** The unused paid rest of the month, and its new cost. */
  private prorations(
    subscription: Subscription,
    { price: priceId, quantity, prorationDate }: Change,
  ): Line[] {
    const [item] = subscription.items.data;
    if (!item) return [];
    const at = prorationDate ?? this.seconds;
    if (at < item.current_period_start || at > item.current_period_end) {
      throw invalid('The proration_date must be within the current period.', 'proration_date');
    }
    const share = (item.current_period_end - at) / MONTH_SECONDS;
    const price = this.find('price', this.prices, priceId);
    const of = (unit: number, count: number): number => Math.round(unit * count * share);
    return [
      {
        description: `Unused time on ${String(item.quantity)} × ${item.price.id}`,
        amount: -of(item.price.unit_amount, item.quantity),
        quantity: item.quantity,
      },
      {
        description: `Remaining time on ${String(quantity)} × ${priceId}`,
        amount: of(price.unit_amount, quantity),
        quantity,
      },
    ];
  }

  /** A month's payment fails: its invoice stays open, and the subscription is what Stripe's settings make of that. */
  failRenewal(id: string, status: 'past_due' | 'unpaid'): Invoice {
    const subscription = this.find('subscription', this.subscriptions, id);
    const [item] = subscription.items.data;
    if (!item) throw missing('subscription item', id);
    const lines = [monthOf(item.price, item.quantity)];
    const invoice = this.finalize(this.draft(subscription, lines, 'subscription_cycle'));
    this.savedCards.set(subscription.customer, 'declines');
    this.charge(invoice);
    this.changeSubscription(id, { status, latest_invoice: invoice.id });
    return invoice;
  }

  /** A customer pays it at Stripe's own page. */
  settleInvoice(invoice: Invoice): void {
    const payment = [...this.invoicePayments.values()].find((each) => each.invoice === invoice.id);
    if (payment) this.pay(payment.payment.payment_intent);
    else this.markPaid(invoice);
  }

  voidInvoice(id: string): Invoice {
    const invoice = this.find('invoice', this.invoices, id);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
      throw invalid(
        `You can only pass in open or uncollectible invoices. This invoice isn't: it is ${invoice.status}.`,
      );
    }
    const payment = [...this.invoicePayments.values()].find((each) => each.invoice === id);
    const intent = this.intents.get(payment?.payment.payment_intent ?? '');
    if (intent?.status === 'processing')
      throw invalid('This invoice has a payment in progress and cannot be voided.');
    if (intent) this.setStatus(intent.id, 'canceled');
    invoice.status = 'void';
    this.customerOf(invoice).balance += invoice.starting_balance - (invoice.ending_balance ?? 0);
    this.emit('invoice.voided', invoice);
    const subscription = this.subscriptionOf(invoice);
    if (subscription?.pending_update && subscription.latest_invoice === id) {
      this.changeSubscription(subscription.id, { pending_update: null });
    }
    return invoice;
  }

  /** Drops pending updates that were not paid in time, as Stripe does. */
  dropExpired(): void {
    for (const { pending_update: pending, latest_invoice: invoice, id } of this.subscriptions.values()) {
      if (!pending || pending.expires_at > this.seconds) continue;
      this.voidInvoice(invoice ?? '');
      this.emit(
        'customer.subscription.pending_update_expired',
        this.find('subscription', this.subscriptions, id),
      );
    }
  }

  createSetupIntent(asked: { customer: string; metadata?: Record<string, string> }): SetupIntent {
    const id = newId('seti');
    const intent: SetupIntent = {
      id,
      object: 'setup_intent',
      client_secret: `${id}_secret_${newId('s').slice(2)}`,
      created: this.seconds,
      livemode: this.livemode,
      metadata: {},
      payment_method: null,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
      usage: 'off_session',
      ...asked,
    };
    this.setupIntents.set(id, intent);
    return intent;
  }

  /** A customer gives a card for later. It is theirs; which subscription it pays is for the merchant to say. */
  giveCard(setupIntentId: string, expires?: { month: number; year: number }): SetupIntent {
    const intent = this.find('setup_intent', this.setupIntents, setupIntentId);
    const { id } = this.addCard(intent.customer ?? '', expires);
    Object.assign(intent, { status: 'succeeded', payment_method: id });
    this.emit('setup_intent.succeeded', intent);
    for (const subscription of this.subscriptions.values()) {
      if (subscription.pending_setup_intent === setupIntentId) {
        this.changeSubscription(subscription.id, { pending_setup_intent: null });
      }
    }
    return intent;
  }

  addCard(customer: string, expires = { month: 12, year: 2031 }): PaymentMethod {
    const method: PaymentMethod = {
      id: newId('pm'),
      object: 'payment_method',
      card: { brand: 'visa', exp_month: expires.month, exp_year: expires.year, last4: '4242' },
      created: this.seconds,
      customer,
      livemode: this.livemode,
      type: 'card',
    };
    this.paymentMethods.set(method.id, method);
    this.savedCards.set(customer, 'accepts');
    return method;
  }

  protected override onPaid(intent: Intent): void {
    const invoice = this.invoiceOf(intent);
    if (!invoice) return;
    const subscription = this.subscriptionOf(invoice);
    // `save_default_payment_method: on_subscription`
    if (subscription) subscription.default_payment_method = this.addCard(invoice.customer).id;
    this.markPaid(invoice);
  }

  protected override onDeclined(intent: Intent): void {
    const invoice = this.invoiceOf(intent);
    if (invoice) this.emit('invoice.payment_failed', invoice);
  }

  private markPaid(invoice: Invoice): void {
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    const subscription = this.subscriptionOf(invoice);
    if (!subscription || subscription.status === 'canceled') return void this.emit('invoice.paid', invoice);
    const pending = subscription.latest_invoice === invoice.id ? subscription.pending_update : null;
    if (pending) {
      subscription.items.data = pending.subscription_items;
      subscription.pending_update = null;
      this.emit('customer.subscription.pending_update_applied', subscription);
    }
    this.emit('invoice.paid', invoice);
    this.changeSubscription(subscription.id, { status: 'active' });
  }

  /** Charges the saved card for an open invoice, and says how its payment stands then. */
  private charge(invoice: Invoice): Intent {
    const payment = [...this.invoicePayments.values()].find((each) => each.invoice === invoice.id);
    const intent = this.find('payment_intent', this.intents, payment?.payment.payment_intent ?? '');
    switch (this.savedCards.get(invoice.customer) ?? 'declines') {
      case 'accepts':
        return this.succeed(intent);
      case 'asks':
        return this.setStatus(intent.id, 'requires_action');
      case 'declines':
        return this.decline(intent.id);
    }
  }

  private draft(subscription: Subscription, lines: readonly Line[], reason: string): Invoice {
    const id = newId('in');
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
    const tax = Math.round((subtotal * this.taxPercent) / 100);
    const total = subtotal + tax;
    const balance = this.find('customer', this.customers, subscription.customer).balance;
    const owed = Math.max(0, total + balance);
    return {
      id,
      object: 'invoice',
      amount_due: owed < MIN_CHARGE ? 0 : owed,
      amount_paid: 0,
      billing_reason: reason,
      confirmation_secret: null,
      created: this.seconds,
      currency: 'usd',
      customer: subscription.customer,
      ending_balance: null,
      hosted_invoice_url: null,
      lines: {
        object: 'list',
        data: lines.map((line) => ({ ...line, id: newId('il'), object: 'line_item', currency: 'usd' })),
        has_more: false,
        url: '/v1/invoices/lines',
      },
      livemode: this.livemode,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      starting_balance: balance,
      status: 'draft',
      subtotal,
      total,
      total_taxes: tax === 0 ? [] : [{ amount: tax, tax_behavior: 'exclusive', type: 'tax_rate_details' }],
    };
  }

  /** Credit is used up, or arises; what is left to pay gets a payment. */
  private finalize(invoice: Invoice): Invoice {
    const { id, amount_due: amount, customer } = invoice;
    invoice.ending_balance = invoice.starting_balance + invoice.total - amount;
    this.customerOf(invoice).balance = invoice.ending_balance;
    invoice.hosted_invoice_url = `https://invoice.stripe.com/i/acct_local/${id}?s=ap`;
    this.invoices.set(id, invoice);
    if (amount === 0) {
      invoice.status = 'paid';
      this.emit('invoice.paid', invoice);
      return invoice;
    }
    invoice.status = 'open';
    const intent = this.createIntent({ amount, currency: 'usd', customer });
    invoice.confirmation_secret = { client_secret: intent.client_secret, type: 'payment_intent' };
    const payment: InvoicePayment = {
      id: newId('inpay'),
      object: 'invoice_payment',
      amount_requested: amount,
      created: this.seconds,
      currency: 'usd',
      invoice: id,
      is_default: true,
      livemode: this.livemode,
      payment: { type: 'payment_intent', payment_intent: intent.id },
      status: 'open',
    };
    this.invoicePayments.set(payment.id, payment);
    return invoice;
  }

  private customerOf({ customer }: Invoice): Customer {
    return this.find('customer', this.customers, customer);
  }

  private subscriptionOf(invoice: Invoice): Subscription | undefined {
    return this.subscriptions.get(invoice.parent?.subscription_details.subscription ?? '');
  }

  private invoiceOf(intent: Intent): Invoice | undefined {
    const payments = [...this.invoicePayments.values()];
    const payment = payments.find((each) => each.payment.payment_intent === intent.id);
    return this.invoices.get(payment?.invoice ?? '');
  }
}

const monthOf = (price: Price, quantity: number): Line => ({
  description: `${String(quantity)} × ${price.id}`,
  amount: price.unit_amount * quantity,
  quantity,
});
