import { callApi, reasonOf, type Schema } from '~/core/browser/call-api';
import { changePreviewSchema, subscriptionSchema } from './answers';
import type { Choice } from './plan-fields';

/** Asks the API about one's subscription; a refusal is thrown in the server's words. */
async function ask<Answer>(
  path: string,
  answer: Schema<Answer>,
  failure: string,
  body?: object,
): Promise<Answer> {
  try {
    return await callApi(`/api/payments/subscription/${path}`, answer, { method: 'POST', body });
  } catch (error) {
    throw new Error(reasonOf(error, failure), { cause: error });
  }
}

const bodyOf = ({ priceId, seats }: Choice) => ({ PriceId: priceId, Seats: seats });

export const askForPreview = (choice: Choice) =>
  ask('preview', changePreviewSchema, 'Failed to update', bodyOf(choice));

export const askForUpdate = (choice: Choice) =>
  ask('update', subscriptionSchema, 'Failed to update', bodyOf(choice));

export const askForResume = () => ask('resume', subscriptionSchema, 'Failed to resume');

export const askForCancel = () => ask('cancel', subscriptionSchema, 'Failed to cancel');
