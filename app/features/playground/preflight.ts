import { z } from '~/core/browser/browser-zod';
import type { Outgoing } from './reply';

const answerSchema = z.object({ estCostCents: z.number() });

/** What a request can cost at most, in cents. Undefined where the server did not say: it will check for itself. */
export async function fetchPreflight(
  { request, extras }: Outgoing,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { provider, model, prompt, maxOutputTokens } = request;
  const body = { provider, model, prompt, maxOutputTokens, history: extras.history ?? [] };
  try {
    const response = await fetch('/api/ai/preflight-cost', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    return response.ok ? answerSchema.parse(await response.json()).estCostCents : undefined;
  } catch {
    return undefined;
  }
}
