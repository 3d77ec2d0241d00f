import {
  invalid,
  missing,
  newId,
  type Charge,
  type Dispute,
  type Intent,
  type Refund,
  type StripeEventObject,
  type StripeObject,
} from './stripe-objects';

const API_VERSION = '2026-10-28.endive';

/** Card payments in one merchant's account at Stripe: what exists there, and what customers and banks do to it. */
export abstract class StripePayments {
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** The oldest first. */
  readonly events: StripeEventObject[] = [];

  constructor(
    private readonly now: () => number,
    protected readonly livemode = false,
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

  /** A customer pays; `changes` makes the payment differ from the intent. */
  pay(intentId: string, changes: Partial<Pick<Intent, 'amount_received' | 'currency'>> = {}): Intent {
    const intent = this.find('payment_intent', this.intents, intentId);
    if (!['requires_payment_method', 'requires_action', 'processing'].includes(intent.status)) {
      throw invalid(`This PaymentIntent's status is ${intent.status}.`);
    }
    this.succeed(intent, changes);
    this.onPaid(intent);
    return intent;
  }

  protected succeed(
    intent: Intent,
    changes: Partial<Pick<Intent, 'amount_received' | 'currency'>> = {},
  ): Intent {
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
    this.onDeclined(intent);
    return intent;
  }

  /** Called when a payment intent of an invoice succeeds or fails. */
  protected abstract onPaid(intent: Intent): void;
  protected abstract onDeclined(intent: Intent): void;

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
}
