import { z } from '~/core/browser/browser-zod';
import type { SentAttachment } from '~/features/attachments';
import { estimateTokens } from './estimate';
import type { Outgoing } from './reply';

const answerSchema = z.object({ estCostCents: z.number() });

/** What files add to a request: their texts in tokens, as the page counts them, and how many images they have. */
export const attachedOf = (attachments: readonly SentAttachment[] = []) => ({
  attachedTokens: attachments.reduce((sum, { text = '' }) => sum + estimateTokens(text), 0),
  attachedImages: attachments.reduce(
    (sum, { base64, pageImages = [] }) => sum + pageImages.length + (base64 === undefined ? 0 : 1),
    0,
  ),
});

/** A request as the server prices it. Files take megabytes: they are counted here, and by the server when they are sent. */
export const preflightOf = ({ request, extras }: Outgoing) => {
  const { provider, model, prompt, maxOutputTokens } = request;
  const { history = [], attachments } = extras;
  return { provider, model, prompt, maxOutputTokens, history, ...attachedOf(attachments) };
};

/** What a request can cost at most, in cents. Undefined where the server did not say: it will check for itself. */
export async function fetchPreflight(
  body: ReturnType<typeof preflightOf>,
  signal?: AbortSignal,
): Promise<number | undefined> {
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
