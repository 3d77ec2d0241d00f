import { randomBytes } from 'node:crypto';

/** Stripe's objects as far as this product reads them; a test holds their shapes against Stripe's own. */
export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  client_secret: string;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: { type: string; code: string; message: string } | null;
  latest_charge: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
  next_action: { type: string } | null;
  payment_method_types: string[];
  receipt_email: string | null;
  status: string;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  created: number;
  currency: string;
  disputed: boolean;
  livemode: boolean;
  paid: boolean;
  payment_intent: string;
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } };
  receipt_url: string;
  refunded: boolean;
  status: string;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  payment_intent: string;
  status: string;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  livemode: boolean;
  payment_intent: string;
  reason: string;
  status: string;
}

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  currency: string;
  livemode: boolean;
  recurring: { interval: string; interval_count: number };
  type: string;
  unit_amount: number;
}

export interface Customer {
  id: string;
  object: 'customer';
  /** Cents; below 0 it is credit for the invoices to come. */
  balance: number;
  created: number;
  email: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
  name: string | null;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  ended_at: number | null;
  items: {
    object: 'list';
    data: SubscriptionItem[];
    has_more: boolean;
    url: string;
  };
  latest_invoice: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
  pending_setup_intent: string | null;
  /** Applied when `latest_invoice` is paid, dropped when that is voided or time is up. */
  pending_update: { expires_at: number; subscription_items: SubscriptionItem[] } | null;
  status: string;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  current_period_end: number;
  current_period_start: number;
  price: Price;
  quantity: number;
  subscription: string;
}

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  card: { brand: string; exp_month: number; exp_year: number; last4: string };
  created: number;
  customer: string | null;
  livemode: boolean;
  type: 'card';
}

export interface SetupIntent {
  id: string;
  object: 'setup_intent';
  client_secret: string;
  created: number;
  customer: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
  payment_method: string | null;
  payment_method_types: string[];
  status: string;
  usage: string;
}

/** Which payment is to pay an invoice. */
export interface InvoicePayment {
  id: string;
  object: 'invoice_payment';
  amount_requested: number;
  created: number;
  currency: string;
  invoice: string;
  is_default: boolean;
  livemode: boolean;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: string;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  billing_reason: string;
  confirmation_secret: { client_secret: string; type: 'payment_intent' } | null;
  created: number;
  currency: string;
  customer: string;
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  lines: { object: 'list'; data: InvoiceLine[]; has_more: boolean; url: string };
  livemode: boolean;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } } | null;
  starting_balance: number;
  status: string;
  subtotal: number;
  total: number;
  total_taxes: { amount: number; tax_behavior: 'exclusive'; type: 'tax_rate_details' }[];
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  quantity: number | null;
}

export interface StripeEventObject {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: StripeObject };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export type StripeObject =
  | Intent
  | Charge
  | Refund
  | Dispute
  | Customer
  | Subscription
  | Invoice
  | SetupIntent;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** A failure in Stripe's words. */
export class StripeFailure extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      type: string;
      message: string;
      code?: string;
      decline_code?: string;
      param?: string;
      payment_intent?: Intent;
    },
    readonly headers: Record<string, string> = {},
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, param?: string): StripeFailure =>
  new StripeFailure(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
  });

export const missing = (what: string, id: string): StripeFailure =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  });
