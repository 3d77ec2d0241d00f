import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { StripeAccount, type Change } from './stripe-account';
import { fieldsOf, listOf, parseForm, textOf, textsOf, type FormFields } from './stripe-form';
import { invalid, newId, StripeFailure, type StripeEventObject, type Subscription } from './stripe-objects';
import { sendJson } from './send-json';

export const STRIPE_KEY = 'sk_test_local';
export const WEBHOOK_SECRET = 'whsec_local_secret_of_the_tests';

export interface StripeServer {
  origin: string;
  account: StripeAccount;
  /** Every call so far, as "POST /v1/payment_intents". */
  calls: string[];
  /** The next call to such a path is answered so instead; what it asks for is not done. */
  failNext(path: RegExp, failure: StripeFailure): void;
  /** The next call to such a path is done, but its answer waits for `release`. Settles when the call is there. */
  holdNext(path: RegExp): Promise<void>;
  release(): void;
  close(): Promise<void>;
}

/** The settings of a server that is to use this one. */
export const stripeEnv = ({ origin }: Pick<StripeServer, 'origin'>) => ({
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_TEAM_PRICE_ID: 'price_team',
  STRIPE_ENTERPRISE_PRICE_ID: 'price_enterprise',
  STRIPE_API_BASE: origin,
});

export interface StripeServerOptions {
  port?: number;
  now?: () => number;
}

interface Asked {
  method: string;
  path: string;
  fields: FormFields;
}

type Handler = (asked: Asked, id: string) => unknown;

/** A server on the loopback that speaks Stripe's HTTP: form bodies, lists, errors, idempotency keys. */
export async function startStripeServer({
  port = 0,
  now = Date.now,
}: StripeServerOptions = {}): Promise<StripeServer> {
  const account = new StripeAccount(now);
  account.addPrice('price_team', 1500);
  account.addPrice('price_enterprise', 4000);
  const calls: string[] = [];
  const answered = new Map<string, { request: string; status: number; body: unknown }>();
  const faults: { path: RegExp; failure: StripeFailure }[] = [];
  const holds: { path: RegExp; reached: () => void }[] = [];
  const held: (() => void)[] = [];
  const routes = routesOf(account);

  function perform(asked: Asked): unknown {
    account.dropExpired();
    const fault = faults.findIndex(({ path }) => path.test(asked.path));
    if (fault >= 0) throw faults.splice(fault, 1)[0]?.failure ?? invalid('none');
    for (const [pattern, handler] of routes) {
      const match = pattern.exec(`${asked.method} ${asked.path}`);
      if (match) return handler(asked, match[1] ?? '');
    }
    throw new StripeFailure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${asked.method}: ${asked.path}).`,
    });
  }

  /** A key with the same request gives the same answer; one with another request is refused. */
  function once(key: string | undefined, asked: Asked): { status: number; body: unknown; isReplay: boolean } {
    const request = JSON.stringify(asked);
    const earlier = key === undefined ? undefined : answered.get(key);
    if (earlier && earlier.request !== request) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    }
    if (earlier) return { ...earlier, isReplay: true };
    try {
      const body = structuredClone(perform(asked));
      if (key !== undefined) answered.set(key, { request, status: 200, body });
      return { status: 200, body, isReplay: false };
    } catch (error) {
      // Stripe keeps its own failures under the key as well, and gives them again for a day.
      if (key !== undefined && error instanceof StripeFailure && error.status >= 500)
        answered.set(key, { request, status: error.status, body: { error: error.error } });
      throw error;
    }
  }

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const sent = await text(request);
    const fields = parseForm(request.method === 'GET' ? url.search.slice(1) : sent);
    const asked = { method: request.method ?? 'GET', path: url.pathname, fields };
    calls.push(`${asked.method} ${asked.path}`);
    const requestId = { 'request-id': newId('req') };
    try {
      if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) throw wrongKey();
      const key = request.headers['idempotency-key'];
      const { status, body, isReplay } = once(
        asked.method === 'POST' ? String(key ?? '') || undefined : undefined,
        asked,
      );
      const hold = holds.findIndex(({ path }) => path.test(asked.path));
      if (hold >= 0) {
        const waiting = new Promise<void>((resolve) => held.push(resolve));
        holds.splice(hold, 1)[0]?.reached();
        await waiting;
      }
      sendJson(response, status, body, {
        ...requestId,
        ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
      });
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      sendJson(response, error.status, { error: error.error }, { ...requestId, ...error.headers });
    }
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      sendJson(response, 500, { error: { type: 'api_error', message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const release = (): void => held.splice(0).forEach((letGo) => letGo());
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    account,
    calls,
    failNext: (path, failure) => void faults.push({ path, failure }),
    holdNext: (path) => new Promise((resolve) => void holds.push({ path, reached: resolve })),
    release,
    close: async () => {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const wrongKey = (): StripeFailure =>
  new StripeFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_***' });

/** A webhook request: the body and its signature header. */
export function signedWebhook(
  event: StripeEventObject | object,
  { secret = WEBHOOK_SECRET, atMs = Date.now() }: { secret?: string; atMs?: number } = {},
): { body: string; signature: string } {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(atMs / 1000),
  });
  return { body, signature };
}

/** A page of a list, the newest first, as Stripe gives all of them. */
function pageOf<T extends { id: string; created: number }>(items: readonly T[], { path, fields }: Asked) {
  const since = Number(textOf(fieldsOf(fields.created).gte) ?? 0);
  const types = listOf(fields.types).map(textOf);
  const newest = items
    .filter(({ created }) => created >= since)
    .filter((item) => types.length === 0 || ('type' in item && types.includes(String(item.type))))
    .reverse();
  const after = textOf(fields.starting_after);
  const begin = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const limit = Number(textOf(fields.limit) ?? 10);
  const data = newest.slice(begin, begin + limit);
  return { object: 'list', data, has_more: begin + limit < newest.length, url: path };
}

function routesOf(account: StripeAccount): [RegExp, Handler][] {
  const { intents, charges, customers, subscriptions, invoices, prices } = account;
  const ofIntent = <T extends { id: string; created: number; payment_intent: string }>(
    table: ReadonlyMap<string, T>,
    asked: Asked,
  ) =>
    pageOf(
      [...table.values()].filter(
        ({ payment_intent: intent }) =>
          asked.fields.payment_intent === undefined || intent === asked.fields.payment_intent,
      ),
      asked,
    );
  const expanded = (subscription: Subscription, { fields }: Asked): object => {
    const names = listOf(fields.expand).map((each) => textOf(each)?.split('.')[0]);
    const pick = <T>(name: string, id: string | null, table: ReadonlyMap<string, T>) =>
      names.includes(name) ? (table.get(id ?? '') ?? null) : id;
    const { latest_invoice: invoice, default_payment_method: method } = subscription;
    const { pending_setup_intent: setup } = subscription;
    return {
      ...subscription,
      latest_invoice: pick('latest_invoice', invoice, invoices),
      default_payment_method: pick('default_payment_method', method, account.paymentMethods),
      pending_setup_intent: pick('pending_setup_intent', setup, account.setupIntents),
    };
  };

  return [
    [
      /^POST \/v1\/payment_intents$/,
      ({ fields }) =>
        account.createIntent({
          amount: Number(textOf(fields.amount)),
          currency: textOf(fields.currency) ?? '',
          customer: textOf(fields.customer),
          description: textOf(fields.description),
          metadata: textsOf(fields.metadata),
        }),
    ],
    [/^GET \/v1\/payment_intents$/, (asked) => pageOf([...intents.values()], asked)],
    [
      /^GET \/v1\/payment_intents\/(\w+)$/,
      ({ fields }, id) => {
        const intent = account.find('payment_intent', intents, id);
        const isExpanded = listOf(fields.expand).includes('latest_charge');
        return isExpanded
          ? { ...intent, latest_charge: charges.get(intent.latest_charge ?? '') ?? null }
          : intent;
      },
    ],
    [
      /^POST \/v1\/payment_intents\/(\w+)\/cancel$/,
      (_asked, id) => {
        const { status } = account.find('payment_intent', intents, id);
        if (status === 'succeeded') throw invalid(`You cannot cancel this PaymentIntent: it is ${status}.`);
        return account.setStatus(id, 'canceled');
      },
    ],
    [/^GET \/v1\/refunds$/, (asked) => ofIntent(account.refunds, asked)],
    [/^GET \/v1\/disputes$/, (asked) => ofIntent(account.disputes, asked)],
    [/^GET \/v1\/events$/, (asked) => pageOf(account.events, asked)],
    [
      /^POST \/v1\/customers$/,
      ({ fields }) =>
        account.createCustomer({
          email: textOf(fields.email),
          name: textOf(fields.name),
          metadata: textsOf(fields.metadata),
        }),
    ],
    [
      /^GET \/v1\/customers\/(\w+)$/,
      (_asked, id) => customers.get(id) ?? { id, object: 'customer', deleted: true },
    ],
    [
      /^DELETE \/v1\/customers\/(\w+)$/,
      (_asked, id) => {
        account.find('customer', customers, id);
        customers.delete(id);
        for (const { id: subscription, customer, status } of subscriptions.values()) {
          if (customer === id && status !== 'canceled')
            account.changeSubscription(subscription, { status: 'canceled' });
        }
        return { id, object: 'customer', deleted: true };
      },
    ],
    [/^GET \/v1\/prices\/(\w+)$/, (_asked, id) => account.find('price', prices, id)],
    [
      /^POST \/v1\/subscriptions$/,
      (asked) => {
        const item = fieldsOf(listOf(asked.fields.items)[0]);
        const subscription = account.subscribe({
          customer: textOf(asked.fields.customer) ?? '',
          price: textOf(item.price) ?? '',
          quantity: Number(textOf(item.quantity) ?? 1),
          metadata: textsOf(asked.fields.metadata),
        });
        return expanded(subscription, asked);
      },
    ],
    [
      /^GET \/v1\/subscriptions\/(\w+)$/,
      (asked, id) => expanded(account.find('subscription', subscriptions, id), asked),
    ],
    [
      /^POST \/v1\/subscriptions\/(\w+)$/,
      (asked, id) => expanded(updateSubscription(account, id, asked), asked),
    ],
    [
      /^DELETE \/v1\/subscriptions\/(\w+)$/,
      (_asked, id) => account.changeSubscription(id, { status: 'canceled' }),
    ],
    [
      /^GET \/v1\/invoices$/,
      (asked) =>
        pageOf(
          [...invoices.values()].filter(
            ({ parent, status }) =>
              parent?.subscription_details.subscription === asked.fields.subscription &&
              (asked.fields.status === undefined || status === asked.fields.status),
          ),
          asked,
        ),
    ],
    [/^POST \/v1\/invoices\/(\w+)\/void$/, (_asked, id) => account.voidInvoice(id)],
    [
      /^GET \/v1\/invoice_payments$/,
      (asked) => {
        const page = pageOf(
          [...account.invoicePayments.values()].filter(({ invoice }) => invoice === asked.fields.invoice),
          asked,
        );
        if (!listOf(asked.fields.expand).includes('data.payment.payment_intent')) return page;
        const data = page.data.map((each) => ({
          ...each,
          payment: { ...each.payment, payment_intent: intents.get(each.payment.payment_intent) ?? null },
        }));
        return { ...page, data };
      },
    ],
    [
      /^POST \/v1\/setup_intents$/,
      ({ fields }) =>
        account.createSetupIntent({
          customer: textOf(fields.customer) ?? '',
          metadata: textsOf(fields.metadata),
        }),
    ],
    [
      /^GET \/v1\/setup_intents\/(\w+)$/,
      ({ fields }, id) => {
        const intent = account.find('setup_intent', account.setupIntents, id);
        const method = account.paymentMethods.get(intent.payment_method ?? '') ?? null;
        return listOf(fields.expand).includes('payment_method')
          ? { ...intent, payment_method: method }
          : intent;
      },
    ],
    [
      /^POST \/v1\/invoices\/create_preview$/,
      ({ fields }) => {
        const id = textOf(fields.subscription) ?? '';
        const subscription = account.find('subscription', subscriptions, id);
        const details = fieldsOf(fields.subscription_details);
        return account.preview(
          subscription,
          itemOf(subscription, details),
          textOf(details.proration_behavior) === 'always_invoice',
        );
      },
    ],
  ];
}

/** The only parameters that may go with `payment_behavior=pending_if_incomplete`. */
const PENDING_PARAMETERS = new Set([
  'expand',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'items',
  'trial_end',
  'trial_from_plan',
  'add_invoice_items',
  'metadata',
]);

function updateSubscription(account: StripeAccount, id: string, { fields }: Asked): Subscription {
  const subscription = account.find('subscription', account.subscriptions, id);
  if (subscription.status === 'canceled') throw invalid('A canceled subscription cannot be updated.');
  const behavior = textOf(fields.payment_behavior) ?? 'allow_incomplete';
  const unsupported = Object.keys(fields).find((name) => !PENDING_PARAMETERS.has(name));
  if (behavior === 'pending_if_incomplete' && unsupported !== undefined) {
    throw invalid(
      `You can only pass supported params when payment_behavior is set to pending_if_incomplete.`,
      unsupported,
    );
  }
  const [atPeriodEnd, at] = [textOf(fields.cancel_at_period_end), textOf(fields.cancel_at)];
  if (atPeriodEnd !== null && at !== null) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  const method = textOf(fields.default_payment_method);
  if (method !== null) account.find('payment_method', account.paymentMethods, method);
  const changed = account.changeSubscription(id, {
    ...(atPeriodEnd === null ? {} : { cancel_at_period_end: atPeriodEnd === 'true' }),
    ...(at === null ? {} : { cancel_at: at === '' ? null : Number(at) }),
    ...(method === null ? {} : { default_payment_method: method }),
  });
  if (fields.items === undefined) return changed;
  return account.changeItems(id, itemOf(subscription, fields), behavior);
}

/** The price and quantity that an update asks for; what it leaves out stays. */
function itemOf(subscription: Subscription, fields: FormFields): Change {
  const item = fieldsOf(listOf(fields.items)[0]);
  const [before] = subscription.items.data;
  const date = textOf(fields.proration_date);
  return {
    price: textOf(item.price) ?? before?.price.id ?? '',
    quantity: Number(textOf(item.quantity) ?? before?.quantity ?? 1),
    prorationDate: date === null ? undefined : Number(date),
  };
}
