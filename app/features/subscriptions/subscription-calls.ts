import { changePreviewSchema, subscriptionSchema } from './schema';
import type { Choice } from './plan-fields';

/** Asks the API about one's subscription; a refusal is thrown in the server's words. */
async function ask(path: string, body: object | undefined, failure: string): Promise<unknown> {
  const response = await fetch(`/api/payments/subscription/${path}`, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  if (response?.ok) return answer;
  const message =
    typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : failure;
  throw new Error(message);
}

const bodyOf = ({ priceId, seats }: Choice) => ({ PriceId: priceId, Seats: seats });

export const askForPreview = async (choice: Choice) =>
  changePreviewSchema.parse(await ask('preview', bodyOf(choice), 'Failed to update'));

export const askForUpdate = async (choice: Choice) =>
  subscriptionSchema.parse(await ask('update', bodyOf(choice), 'Failed to update'));

export const askForResume = async () =>
  subscriptionSchema.parse(await ask('resume', undefined, 'Failed to resume'));

export const askForCancel = async () =>
  subscriptionSchema.parse(await ask('cancel', undefined, 'Failed to cancel'));
