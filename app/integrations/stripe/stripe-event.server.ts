import Stripe from 'stripe';
import { DomainError } from '~/core/shared/errors';

/** The objects an event is about. Their state is always read from Stripe, never from the event. */
export interface StripeEvent {
  id: string;
  type: string;
  isLive: boolean;
  createdAtMs: number;
  paymentIntentId: string | undefined;
  subscriptionId: string | undefined;
  setupIntentId: string | undefined;
}

/** Maximum age of a webhook. Stripe signs each delivery attempt anew. */
const TOLERANCE_SECONDS = 300;

/** Verifies the signature and age of a webhook and parses it. */
export function readStripeEvent(
  body: string,
  signature: string,
  { secret, nowMs }: { secret: string; nowMs: number },
): StripeEvent {
  try {
    return describeEvent(
      Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, nowMs),
    );
  } catch (cause) {
    throw refused('The signature of this webhook does not hold.', 'wrong_signature', cause);
  }
}

export function describeEvent({ id, type, livemode, created, data }: Stripe.Event): StripeEvent {
  const object: unknown = data.object;
  return {
    id,
    type,
    isLive: livemode,
    createdAtMs: created * 1000,
    paymentIntentId: type.startsWith('payment_intent.')
      ? stringAt(object, 'id')
      : stringAt(object, 'payment_intent'),
    subscriptionId: type.startsWith('customer.subscription.')
      ? stringAt(object, 'id')
      : stringAt(object, 'parent', 'subscription_details', 'subscription'),
    setupIntentId: type.startsWith('setup_intent.') ? stringAt(object, 'id') : undefined,
  };
}

function stringAt(value: unknown, ...path: string[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return stringAt(Object.getOwnPropertyDescriptor(value, name)?.value, ...rest);
}

/**
 * Thrown before anything else is checked, so that an unsigned request learns nothing about this server's configuration.
 */
export const unsignedWebhookError = (): DomainError => refused('This webhook is not signed.', 'unsigned');

const refused = (message: string, code: string, cause?: unknown): DomainError =>
  new DomainError('invalid', message, { code, ...(cause === undefined ? {} : { cause }) });
