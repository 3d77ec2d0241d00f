import Stripe from 'stripe';
import { MINUTE_MS, type Clock } from '~/core/shared/clock';
import { describeEvent, type StripeEvent } from './stripe-event.server';
import { subscriptionsOf, type StripeSubscriptions } from './subscriptions.server';

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** Undefined: webhooks are refused, and payments are found by polling Stripe. */
  webhookSecret: string | undefined;
  teamPriceId: string | undefined;
  enterprisePriceId: string | undefined;
  /** Base URL of a fake Stripe server, in tests. */
  apiBase: string | undefined;
}

interface NewPayment {
  amountCents: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
  /** The same key returns the same payment. */
  idempotencyKey: string;
}

/** A payment's current state at Stripe. */
export interface CardPayment {
  id: string;
  status: string;
  amountCents: number;
  receivedCents: number;
  currency: string;
  /** Lets a browser confirm the payment. Never stored or logged. */
  clientSecret: string | null;
  metadata: Readonly<Record<string, string>>;
  createdAtMs: number;
  receiptUrl: string | null;
  /** Refunds that succeeded or are pending. */
  refundedCents: number;
  /** Amount that banks have charged back, or withhold during a dispute. */
  disputedCents: number;
  /** Disputes in which money was taken or returned. */
  disputes: readonly { id: string; state: 'opened' | 'won' | 'lost'; cents: number }[];
}

export interface StripeGateway extends Omit<StripeSettings, 'secretKey' | 'apiBase'> {
  /** Live mode: payments are real. */
  readonly isLive: boolean;
  createPayment(payment: NewPayment): Promise<CardPayment>;
  retrievePayment(id: string): Promise<CardPayment>;
  /** Prevents the payment. Stripe refuses it if the payment succeeded or is processing. */
  cancelPayment(id: string): Promise<CardPayment>;
  /** Payments created since then, newest first, without refunds and disputes. */
  listPayments(sinceMs: number): AsyncIterable<CardPayment>;
  listEvents(sinceMs: number, types: readonly string[]): AsyncIterable<StripeEvent>;
  readonly subscriptions: StripeSubscriptions;
}

const KEY_MS = 5 * MINUTE_MS;

/**
 * An idempotency key that changes every five minutes. Stripe replays the response to a key for a day, including its own
 * failures, so a later retry needs a new key. A duplicate that this allows costs nothing until someone pays it.
 */
export const timedIdempotencyKey = (clock: Clock, ...parts: readonly (string | number)[]): string =>
  [...parts, Math.floor(clock() / KEY_MS)].join(':');

const TIMEOUT_MS = 20_000;
const PAGE_SIZE = 100;
/** Inquiries don't withdraw money, and won disputes have returned it. */
const DISPUTES_WITHOUT_MONEY: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);
const CLOSED_DISPUTES = ['won', 'lost'] as const;
const REFUNDS_WITHOUT_MONEY: ReadonlySet<string> = new Set(['failed', 'canceled']);

export function createStripe({ secretKey, apiBase, ...settings }: StripeSettings): StripeGateway {
  const client = new Stripe(secretKey, {
    maxNetworkRetries: 0, // all calls are retried by someone: the user, Stripe's webhook, the hourly check
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(apiBase === undefined ? {} : addressOf(apiBase)),
  });

  /**
   * Refunds and disputes of a payment. Each takes a request, so they are requested only if Stripe says there are any.
   */
  async function readRefundsAndDisputes(intentId: string, charge: Stripe.Charge) {
    const query = { payment_intent: intentId, limit: PAGE_SIZE };
    const refunds = charge.amount_refunded > 0 ? (await client.refunds.list(query)).data : [];
    const disputes = charge.disputed ? (await client.disputes.list(query)).data : [];
    return {
      refundedCents: sumOf(refunds.filter(({ status }) => !REFUNDS_WITHOUT_MONEY.has(status ?? ''))),
      disputedCents: sumOf(disputes.filter(({ status }) => !DISPUTES_WITHOUT_MONEY.has(status))),
      disputes: disputes.flatMap(({ id, status, amount: cents }) => {
        const state = CLOSED_DISPUTES.find((closed) => closed === status);
        if (state === undefined && DISPUTES_WITHOUT_MONEY.has(status)) return [];
        return [{ id, state: state ?? ('opened' as const), cents }];
      }),
    };
  }

  return {
    ...settings,
    subscriptions: subscriptionsOf(client),
    isLive: /^(?:sk|rk)_live_/.test(secretKey),
    createPayment: async ({ amountCents, idempotencyKey, ...payment }) => {
      const intent = await client.paymentIntents.create(
        { ...payment, amount: amountCents, automatic_payment_methods: { enabled: true } },
        { idempotencyKey },
      );
      return describePayment(intent);
    },
    retrievePayment: async (id) => {
      const intent = await client.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      const { latest_charge: charge } = intent;
      if (charge === null || typeof charge === 'string') return describePayment(intent);
      return {
        ...describePayment(intent),
        receiptUrl: charge.receipt_url,
        ...(await readRefundsAndDisputes(id, charge)),
      };
    },
    cancelPayment: async (id) => describePayment(await client.paymentIntents.cancel(id)),
    async *listPayments(sinceMs) {
      const created = { gte: Math.floor(sinceMs / 1000) };
      for await (const intent of client.paymentIntents.list({ created, limit: PAGE_SIZE })) {
        yield describePayment(intent);
      }
    },
    async *listEvents(sinceMs, types) {
      const created = { gte: Math.floor(sinceMs / 1000) };
      for await (const event of client.events.list({ created, types: [...types], limit: PAGE_SIZE })) {
        yield describeEvent(event);
      }
    },
  };
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port?: string } {
  const { protocol, hostname, port } = new URL(apiBase);
  return {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
  };
}

const describePayment = (intent: Stripe.PaymentIntent): CardPayment => ({
  id: intent.id,
  status: intent.status,
  amountCents: intent.amount,
  receivedCents: intent.amount_received,
  currency: intent.currency,
  clientSecret: intent.client_secret,
  metadata: intent.metadata,
  createdAtMs: intent.created * 1000,
  receiptUrl: null,
  refundedCents: 0,
  disputedCents: 0,
  disputes: [],
});

const sumOf = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0);
