import { callApi, reasonOf, type Schema } from '~/core/browser/call-api';
import {
  begunCardSchema,
  changedSubscriptionSchema,
  changePreviewSchema,
  subscriptionSchema,
} from './answers';
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
    throw new Error(reasonOf(error, failure), { cause: error });
  }
}

const bodyOf = ({ priceId, seats }: Choice) => ({ PriceId: priceId, Seats: seats });

export const askForPreview = (choice: Choice) =>
  ask('preview', changePreviewSchema, 'Failed to update', { body: bodyOf(choice) });

export const askForUpdate = (choice: Choice, ProrationDate: number | undefined) =>
  ask('update', changedSubscriptionSchema, 'Failed to update', {
    body: { ...bodyOf(choice), ProrationDate },
  });

export const askForDiscard = () => ask('discard', subscriptionSchema, 'Failed to update');

export const askForResume = () => ask('resume', subscriptionSchema, 'Failed to resume');

export const askForCancel = () => ask('cancel', subscriptionSchema, 'Failed to cancel');

export const askForCard = () => ask('card', begunCardSchema, 'Failed to save the card');

export const askToSaveCard = (SetupIntentId: string) =>
  ask('card', subscriptionSchema, 'Failed to save the card', { method: 'PUT', body: { SetupIntentId } });
