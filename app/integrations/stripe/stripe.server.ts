import Stripe from 'stripe';
import { MINUTE_MS, type Clock } from '~/core/shared/clock';
import { describeEvent, type StripeEvent } from './stripe-event.server';
import { subscriptionsOf, type StripeSubscriptions } from './subscriptions.server';

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** Undefined: webhooks are refused, and payments are found by asking Stripe. */
  webhookSecret: string | undefined;
  teamPriceId: string | undefined;
  enterprisePriceId: string | undefined;
  /** Another server that speaks Stripe's HTTP, in tests. */
  apiBase: string | undefined;
}

interface NewPayment {
  amountCents: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
  /** The same key gives the same payment. */
  idempotencyKey: string;
}

/** A payment as Stripe knows it now. */
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
  /** Refunds that went through or are under way. */
  refundedCents: number;
  /** What banks have taken back, or hold while they decide. */
  disputedCents: number;
  /** Disputes that took money, or gave it back. */
  disputes: readonly { id: string; state: 'opened' | 'won' | 'lost'; cents: number }[];
}

export interface StripeGateway extends Omit<StripeSettings, 'secretKey' | 'apiBase'> {
  /** Real money moves. */
  readonly isLive: boolean;
  createPayment(payment: NewPayment): Promise<CardPayment>;
  payment(id: string): Promise<CardPayment>;
  /** Nobody can pay it any more. Stripe refuses it for one that is paid, or under way. */
  cancelPayment(id: string): Promise<CardPayment>;
  /** Payments made since then, the newest first, without what came back of them. */
  paymentsSince(sinceMs: number): AsyncIterable<CardPayment>;
  eventsSince(sinceMs: number, types: readonly string[]): AsyncIterable<StripeEvent>;
  readonly subscriptions: StripeSubscriptions;
}

const KEY_MS = 5 * MINUTE_MS;

/**
 * An idempotency key for what is begun now. Stripe gives what it answered to a key again for a day, its own failures too,
 * so the same thing has another key some minutes later. What was begun twice so costs nothing until somebody pays it.
 */
export const keyNow = (clock: Clock, ...parts: readonly (string | number)[]): string =>
  [...parts, Math.floor(clock() / KEY_MS)].join(':');

const TIMEOUT_MS = 20_000;
const PAGE_SIZE = 100;
/** An inquiry takes no money, and a dispute that was won has given it back. */
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
    maxNetworkRetries: 0, // each caller is asked again by somebody: a person, Stripe's webhook, the hourly check
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(apiBase === undefined ? {} : addressOf(apiBase)),
  });

  /** What came back of a payment costs two more questions, which are asked where Stripe says that something did. */
  async function takenBack(intentId: string, charge: Stripe.Charge) {
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
    payment: async (id) => {
      const intent = await client.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      const { latest_charge: charge } = intent;
      if (charge === null || typeof charge === 'string') return describePayment(intent);
      return {
        ...describePayment(intent),
        receiptUrl: charge.receipt_url,
        ...(await takenBack(id, charge)),
      };
    },
    cancelPayment: async (id) => describePayment(await client.paymentIntents.cancel(id)),
    async *paymentsSince(sinceMs) {
      const created = { gte: Math.floor(sinceMs / 1000) };
      for await (const intent of client.paymentIntents.list({ created, limit: PAGE_SIZE })) {
        yield describePayment(intent);
      }
    },
    async *eventsSince(sinceMs, types) {
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
