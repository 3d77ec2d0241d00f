import { callApi, serverMessageOr, type Schema } from '~/core/browser/call-api';
import {
  cardSetupSchema,
  changedSubscriptionSchema,
  changePreviewSchema,
  subscriptionSchema,
} from './responses';
import type { Choice } from './plan-fields';

/** Calls the subscription API. Errors carry the server's message. */
async function ask<Answer>(
  path: string,
  answer: Schema<Answer>,
  failure: string,
  { method = 'POST', body }: { method?: 'POST' | 'PUT'; body?: object } = {},
): Promise<Answer> {
  try {
    return await callApi(`/api/payments/subscription/${path}`, answer, { method, body });
  } catch (error) {
    throw new Error(serverMessageOr(error, failure), { cause: error });
  }
}

const bodyOf = ({ priceId, seats }: Choice) => ({ PriceId: priceId, Seats: seats });

export const fetchPreview = (choice: Choice) =>
  ask('preview', changePreviewSchema, 'Failed to update', { body: bodyOf(choice) });

export const requestUpdate = (choice: Choice, ProrationDate: number | undefined) =>
  ask('update', changedSubscriptionSchema, 'Failed to update', {
    body: { ...bodyOf(choice), ProrationDate },
  });

export const requestDiscard = () => ask('discard', subscriptionSchema, 'Failed to update');

export const requestResume = () => ask('resume', subscriptionSchema, 'Failed to resume');

export const requestCancel = () => ask('cancel', subscriptionSchema, 'Failed to cancel');

export const requestCardSetup = () => ask('card', cardSetupSchema, 'Failed to save the card');

export const requestSaveCard = (SetupIntentId: string) =>
  ask('card', subscriptionSchema, 'Failed to save the card', { method: 'PUT', body: { SetupIntentId } });
