import type Stripe from 'stripe';
import { isUnknownToStripe } from './stripe-failure.server';

/** A subscription's current state at Stripe. */
export interface StripeSubscription {
  id: string;
  customerId: string;
  /** Stripe's status: active, past_due, … */
  status: string;
  priceId: string;
  seats: number;
  createdAtMs: number;
  /** When it renews or, if canceled, ends. */
  periodEndMs: number;
  cancelsAtPeriodEnd: boolean;
  /** A change that applies once its invoice is paid. Stripe drops it if it isn't paid in time. */
  pending: (PlanChoice & { untilMs: number; invoiceId: string }) | null;
  /** Nothing has been due so far, and there is no card for the first payment. */
  needsCard: boolean;
  card: { last4: string; expires: { year: number; month: number } } | null;
  /** Lets a browser confirm the first payment. Never stored or logged. */
  clientSecret: string | null;
}

/** Costs of a change, in cents. */
interface ChangePreview {
  lines: { description: string; amountCents: number }[];
  taxCents: number;
  /** Customer credit that this invoice uses; negative: credit that it adds. */
  creditCents: number;
  /** Charged now. */
  dueCents: number;
  /** The next monthly charge, with tax and less the remaining credit; null if the subscription ends before. */
  nextCents: number | null;
  /** Pass it to `change` to be charged the previewed amount. */
  prorationDate: number;
}

/** The payment that a change is waiting for. */
interface PendingPayment {
  invoiceId: string;
  status: string;
  /** Lets a browser confirm it. Never stored or logged. */
  clientSecret: string | null;
  /** Stripe's explanation of a declined card, for the payer. */
  declined: string | undefined;
}

interface UnpaidInvoice {
  id: string;
  dueCents: number;
  /** Stripe’s page to pay it with any card; null until the invoice is finalized. */
  payUrl: string | null;
}

interface PlanChoice {
  priceId: string;
  seats: number;
}

/** The Stripe operations that Team and Enterprise plans need. */
export interface StripeSubscriptions {
  createCustomer(person: {
    email: string;
    name: string;
    userId: string;
    idempotencyKey: string;
  }): Promise<string>;
  /** The user a customer was created for; undefined if it was not created here or is deleted. */
  userOfCustomer(id: string): Promise<string | undefined>;
  /** Also ends all of the customer's subscriptions immediately. */
  deleteCustomer(id: string): Promise<void>;
  create(plan: PlanChoice & { customerId: string; idempotencyKey: string }): Promise<StripeSubscription>;
  read(id: string): Promise<StripeSubscription>;
  /** The newest invoice that is neither paid nor void. */
  unpaidInvoice(id: string): Promise<UnpaidInvoice | undefined>;
  preview(id: string, plan: PlanChoice & { nowMs: number }): Promise<ChangePreview>;
  /** Changes the plan once it is paid. Returns the payment it waits for; undefined if it has been applied. */
  change(
    id: string,
    plan: PlanChoice & { prorationDate?: number | undefined },
  ): Promise<PendingPayment | undefined>;
  /** Voids the invoice of a pending change, which drops the change. */
  cancelPendingChange(invoiceId: string): Promise<void>;
  /** Starts saving a card for future payments. Returns the client secret for the browser. */
  startCardSetup(subscription: { id: string; customerId: string; idempotencyKey: string }): Promise<string>;
  /**
   * Makes a saved card the subscription's default unless a newer one is. Returns undefined if the setup did not succeed
   * or isn't ours.
   */
  attachCard(setupIntentId: string): Promise<{ subscriptionId: string; customerId: string } | undefined>;
  cancelAtPeriodEnd(id: string): Promise<StripeSubscription>;
  /** Reverts a cancellation before it takes effect. */
  resume(id: string): Promise<StripeSubscription>;
  /** For subscriptions that were never paid, which have no current period. */
  cancelNow(id: string): Promise<StripeSubscription>;
  /** Cents per seat and month. */
  unitAmountCents(priceId: string): Promise<number | null>;
}

const EXPAND = {
  expand: ['latest_invoice.confirmation_secret', 'default_payment_method', 'pending_setup_intent'],
};
/** Pending changes and our 3-D Secure pages support only cards. */
const PAID_BY_CARD = {
  payment_method_types: ['card' as const],
  save_default_payment_method: 'on_subscription' as const,
};
const PAGE_SIZE = 100;
const SETTLED: ReadonlySet<string | null> = new Set(['paid', 'void']);

export function subscriptionsOf(client: Stripe): StripeSubscriptions {
  const itemsFor = ({ items }: Stripe.Subscription, { priceId, seats }: PlanChoice) => [
    { id: items.data[0]?.id ?? '', price: priceId, quantity: seats },
  ];
  const read = async (id: string) => describe(await client.subscriptions.retrieve(id, EXPAND));

  async function paymentOf(invoiceId: string): Promise<PendingPayment> {
    const { data } = await client.invoicePayments.list({
      invoice: invoiceId,
      expand: ['data.payment.payment_intent'],
    });
    const intent = data.find((payment) => payment.is_default)?.payment.payment_intent;
    if (intent === undefined || typeof intent === 'string') {
      return { invoiceId, status: 'unknown', clientSecret: null, declined: undefined };
    }
    return {
      invoiceId,
      status: intent.status,
      clientSecret: intent.client_secret,
      declined:
        intent.status === 'requires_payment_method'
          ? (intent.last_payment_error?.message ?? 'There is no card that can pay for it.')
          : undefined,
    };
  }

  return {
    createCustomer: async ({ email, name, userId, idempotencyKey }) => {
      const customer = { email, name, metadata: { userId } };
      return (await client.customers.create(customer, { idempotencyKey })).id;
    },
    userOfCustomer: async (id) => {
      const customer = await client.customers.retrieve(id).catch((error: unknown) => {
        if (isUnknownToStripe(error)) return undefined;
        throw error;
      });
      return customer === undefined || customer.deleted === true ? undefined : customer.metadata.userId;
    },
    deleteCustomer: async (id) => {
      await client.customers.del(id);
    },
    create: async ({ customerId, priceId, seats, idempotencyKey }) =>
      describe(
        await client.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: priceId, quantity: seats }],
            payment_behavior: 'default_incomplete',
            payment_settings: PAID_BY_CARD,
            ...EXPAND,
          },
          { idempotencyKey },
        ),
      ),
    read,
    unpaidInvoice: async (id) => {
      const { data } = await client.invoices.list({ subscription: id, limit: PAGE_SIZE });
      const unpaid = data.find(({ status }) => !SETTLED.has(status));
      return (
        unpaid && { id: unpaid.id, dueCents: unpaid.amount_due, payUrl: unpaid.hosted_invoice_url ?? null }
      );
    },
    preview: async (id, { nowMs, ...plan }) => {
      const subscription = await client.subscriptions.retrieve(id);
      const items = itemsFor(subscription, plan);
      const [item] = subscription.items.data;
      const prorationDate = Math.min(
        Math.max(Math.floor(nowMs / 1000), item?.current_period_start ?? 0),
        item?.current_period_end ?? Number.MAX_SAFE_INTEGER,
      );
      const previewOf = (details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) =>
        client.invoices.createPreview({ subscription: id, subscription_details: { items, ...details } });
      const { cancelsAtPeriodEnd } = describe(subscription);
      const [now, next] = await Promise.all([
        previewOf({ proration_behavior: 'always_invoice', proration_date: prorationDate }),
        // Stripe has no next invoice for a subscription that ends.
        cancelsAtPeriodEnd ? null : previewOf({ proration_behavior: 'none' }),
      ]);
      const balanceAfter = now.starting_balance + now.total - now.amount_due;
      return {
        lines: now.lines.data.map(({ description, amount }) => ({
          description: description ?? '',
          amountCents: amount,
        })),
        taxCents: (now.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
        creditCents: balanceAfter - now.starting_balance,
        dueCents: now.amount_due,
        nextCents: next && Math.max(0, next.total + balanceAfter),
        prorationDate,
      };
    },
    change: async (id, { prorationDate, ...plan }) => {
      const { pending } = describe(
        await client.subscriptions.update(id, {
          items: itemsFor(await client.subscriptions.retrieve(id), plan),
          payment_behavior: 'pending_if_incomplete',
          proration_behavior: 'always_invoice',
          ...(prorationDate === undefined ? {} : { proration_date: prorationDate }),
          ...EXPAND,
        }),
      );
      return pending ? paymentOf(pending.invoiceId) : undefined;
    },
    cancelPendingChange: async (invoiceId) => {
      await client.invoices.voidInvoice(invoiceId);
    },
    startCardSetup: async ({ id, customerId, idempotencyKey }) => {
      const { client_secret: secret } = await client.setupIntents.create(
        {
          customer: customerId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          metadata: { subscriptionId: id },
        },
        { idempotencyKey },
      );
      if (secret === null) throw new Error(`Stripe gave no client secret to save a card for ${id}.`);
      return secret;
    },
    attachCard: async (setupIntentId) => {
      const {
        status,
        customer,
        metadata,
        payment_method: method,
      } = await client.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] });
      const subscriptionId = metadata?.subscriptionId;
      if (status !== 'succeeded' || subscriptionId === undefined) return undefined;
      if (customer === null || method === null || typeof method === 'string') return undefined;
      const customerId = typeof customer === 'string' ? customer : customer.id;
      const now = await client.subscriptions.retrieve(subscriptionId, EXPAND);
      const { default_payment_method: present } = now;
      const isNewer = present === null || typeof present === 'string' || present.created < method.created;
      if (isNewer && now.status !== 'canceled') {
        await client.subscriptions.update(subscriptionId, { default_payment_method: method.id });
      }
      return { subscriptionId, customerId };
    },
    cancelAtPeriodEnd: async (id) =>
      describe(await client.subscriptions.update(id, { cancel_at_period_end: true, ...EXPAND })),
    resume: async (id) => {
      const { cancel_at_period_end: isAtPeriodEnd } = await client.subscriptions.retrieve(id);
      // Stripe's dashboard can set an end date instead. The API rejects both at once.
      const end = isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' as const };
      return describe(await client.subscriptions.update(id, { ...end, ...EXPAND }));
    },
    cancelNow: async (id) => describe(await client.subscriptions.cancel(id)),
    unitAmountCents: async (priceId) => (await client.prices.retrieve(priceId)).unit_amount,
  };
}

function describe(subscription: Stripe.Subscription): StripeSubscription {
  const { latest_invoice: invoice, customer, items, cancel_at: cancelAt } = subscription;
  const { pending_update: pending, default_payment_method: method } = subscription;
  const [item] = items.data;
  const [pendingItem] = pending?.subscription_items ?? [];
  const periodEnd = item?.current_period_end ?? subscription.created;
  return {
    id: subscription.id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    status: subscription.status,
    priceId: item?.price.id ?? '',
    seats: item?.quantity ?? 1,
    createdAtMs: subscription.created * 1000,
    periodEndMs: (cancelAt ?? periodEnd) * 1000,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || cancelAt !== null,
    pending:
      pending && pendingItem
        ? {
            priceId: pendingItem.price.id,
            seats: pendingItem.quantity ?? 1,
            untilMs: pending.expires_at * 1000,
            invoiceId: typeof invoice === 'string' ? invoice : (invoice?.id ?? ''),
          }
        : null,
    needsCard: subscription.pending_setup_intent !== null && method === null,
    card:
      method === null || typeof method === 'string' || method.card === undefined
        ? null
        : {
            last4: method.card.last4,
            expires: { year: method.card.exp_year, month: method.card.exp_month },
          },
    clientSecret:
      invoice === null || typeof invoice === 'string'
        ? null
        : (invoice.confirmation_secret?.client_secret ?? null),
  };
}
