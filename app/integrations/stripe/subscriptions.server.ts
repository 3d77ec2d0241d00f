import type Stripe from 'stripe';
import { isUnknownToStripe } from './stripe-failure.server';

/** A subscription as Stripe knows it now. */
export interface StripeSubscription {
  id: string;
  customerId: string;
  /** Stripe's own word: active, past_due, … */
  status: string;
  priceId: string;
  seats: number;
  createdAtMs: number;
  periodEndMs: number;
  cancelsAtPeriodEnd: boolean;
  /** Lets a browser confirm the first payment. Never stored or logged. */
  clientSecret: string | null;
}

/** What a change would cost now, line by line. */
interface ChangePreview {
  /** Charged or, when negative, credited with the next invoice. */
  totalCents: number;
  lines: { description: string; amountCents: number }[];
}

interface PlanChoice {
  priceId: string;
  seats: number;
}

/** The part of Stripe that Team and Enterprise plans need. */
export interface StripeSubscriptions {
  createCustomer(person: {
    email: string;
    name: string;
    userId: string;
    idempotencyKey: string;
  }): Promise<string>;
  /** The user that a customer was created for; undefined for one who was not created here, or is deleted. */
  userOfCustomer(id: string): Promise<string | undefined>;
  /** Ends every subscription of theirs at once, too. */
  deleteCustomer(id: string): Promise<void>;
  create(plan: PlanChoice & { customerId: string; idempotencyKey: string }): Promise<StripeSubscription>;
  read(id: string): Promise<StripeSubscription>;
  /** Stripe’s page where the newest open invoice can be paid by any card; null where none is open. */
  openInvoiceUrl(id: string): Promise<string | null>;
  preview(id: string, plan: PlanChoice): Promise<ChangePreview>;
  change(id: string, plan: PlanChoice): Promise<StripeSubscription>;
  cancelAtPeriodEnd(id: string): Promise<StripeSubscription>;
  /** Takes back a cancellation before its end. */
  resume(id: string): Promise<StripeSubscription>;
  /** One that was never paid has no period to wait for. */
  cancelNow(id: string): Promise<StripeSubscription>;
  /** Cents a seat and month. */
  unitAmountCents(priceId: string): Promise<number | null>;
}

const EXPAND = { expand: ['latest_invoice.confirmation_secret'] };

export function subscriptionsOf(client: Stripe): StripeSubscriptions {
  const itemsFor = async (id: string, { priceId, seats }: PlanChoice) => {
    const { items } = await client.subscriptions.retrieve(id);
    return [{ id: items.data[0]?.id ?? '', price: priceId, quantity: seats }];
  };
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
            payment_settings: { save_default_payment_method: 'on_subscription' },
            ...EXPAND,
          },
          { idempotencyKey },
        ),
      ),
    read: async (id) => describe(await client.subscriptions.retrieve(id, EXPAND)),
    openInvoiceUrl: async (id) => {
      const { data } = await client.invoices.list({ subscription: id, status: 'open', limit: 1 });
      return data[0]?.hosted_invoice_url ?? null;
    },
    preview: async (id, plan) => {
      const { total, lines } = await client.invoices.createPreview({
        subscription: id,
        subscription_details: { items: await itemsFor(id, plan), proration_behavior: 'always_invoice' },
      });
      return {
        totalCents: total,
        lines: lines.data.map(({ description, amount }) => ({
          description: description ?? '',
          amountCents: amount,
        })),
      };
    },
    change: async (id, plan) =>
      describe(
        await client.subscriptions.update(id, {
          items: await itemsFor(id, plan),
          proration_behavior: 'always_invoice',
          ...EXPAND,
        }),
      ),
    cancelAtPeriodEnd: async (id) =>
      describe(await client.subscriptions.update(id, { cancel_at_period_end: true, ...EXPAND })),
    resume: async (id) =>
      describe(await client.subscriptions.update(id, { cancel_at_period_end: false, ...EXPAND })),
    cancelNow: async (id) => describe(await client.subscriptions.cancel(id)),
    unitAmountCents: async (priceId) => (await client.prices.retrieve(priceId)).unit_amount,
  };
}

function describe(subscription: Stripe.Subscription): StripeSubscription {
  const { latest_invoice: invoice, customer, items } = subscription;
  const [item] = items.data;
  return {
    id: subscription.id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    status: subscription.status,
    priceId: item?.price.id ?? '',
    seats: item?.quantity ?? 1,
    createdAtMs: subscription.created * 1000,
    periodEndMs: (item?.current_period_end ?? subscription.created) * 1000,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    clientSecret:
      invoice === null || typeof invoice === 'string'
        ? null
        : (invoice.confirmation_secret?.client_secret ?? null),
  };
}
