import { callApi } from '~/core/browser/call-api';
import type { SentAttachment } from '~/features/attachments';
import { preflightAnswerSchema } from '~/features/completions';
import { estimateTokens } from './estimate';
import type { Outgoing } from './reply';

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
    const request = { body, ...(signal && { signal }) };
    return (await callApi('/api/ai/preflight-cost', preflightAnswerSchema, request)).estCostCents;
  } catch {
    return undefined;
  }
}
