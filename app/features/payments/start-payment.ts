const FAILED_TO_CREATE = 'Failed to create payment';

/** Asks the server for a payment; what it refuses is thrown in its own words. */
export async function startPayment(
  path: '/api/payments/one-time-intent' | '/api/payments/subscription',
  body: Record<string, unknown>,
  failure: string = FAILED_TO_CREATE,
): Promise<string> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  const secret = textOf(answer, 'clientSecret');
  if (response?.ok && secret !== undefined) return secret;
  throw new Error(textOf(answer, 'message') ?? failure);
}

function textOf(answer: unknown, name: string): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value;
  return typeof value === 'string' ? value : undefined;
}
