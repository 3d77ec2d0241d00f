import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  startCardSetup,
  cardSetupSchema,
  saveCard,
  savedCardSchema,
  subscriptionSchema,
} from '~/features/subscriptions/index.server';

const ERRORS = { payments_not_set_up: 'unavailable', payments_unavailable: 'upstream-failed' } as const;

export default apiRoute('/api/payments/subscription/card', {
  POST: call({
    summary: 'Begins to save a card for the next payments of your subscription',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'begin card', points: 20, perSeconds: 3600 },
    answer: cardSetupSchema,
    failure: 'Failed to save the card',
    errors: { ...ERRORS, no_subscription: 'conflict' },
    handle: ({ services, actor }) => startCardSetup(services, actor),
  }),
  PUT: call({
    summary: 'Lets a card that Stripe has confirmed pay your subscription',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'save card', points: 60, perSeconds: 3600 },
    body: savedCardSchema,
    answer: subscriptionSchema,
    failure: 'Failed to save the card',
    errors: ERRORS,
    handle: ({ services, actor, body }) => saveCard(services, actor, body),
  }),
});
