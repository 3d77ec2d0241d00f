import { callApi } from '~/core/browser/call-api';
import type { SentAttachment } from '~/features/attachments';
import { preflightResponseSchema, type PreflightRequestInput } from '~/features/completions';
import { estimateTokens } from './estimate';
import type { Outgoing } from './reply';

/** What the files add to a request: tokens as estimated by the page, and the number of images. */
export const attachedOf = (attachments: readonly SentAttachment[] = []) => ({
  attachedTokens: attachments.reduce((sum, { text = '' }) => sum + estimateTokens(text), 0),
  attachedImages: attachments.reduce(
    (sum, { base64, pageImages = [] }) => sum + pageImages.length + (base64 === undefined ? 0 : 1),
    0,
  ),
});

/**
 * The request for a price. Files may be megabytes, so only their estimated tokens are sent; the server counts the files
 * themselves when they are sent.
 */
export const preflightOf = ({ request, extras }: Outgoing): PreflightRequestInput => {
  const { provider, model, prompt, maxOutputTokens, webSearch, json } = request;
  const { history = [], attachments, instructions } = extras;
  return {
    provider,
    model,
    prompt,
    maxOutputTokens,
    history: [...history],
    ...(instructions !== undefined && { instructions }),
    ...(webSearch !== undefined && { webSearch }),
    ...(json !== undefined && { json }),
    ...attachedOf(attachments),
  };
};

/** Maximum cost of a request in cents. Undefined if the server returned none; it checks again on send. */
export async function fetchPreflight(
  body: PreflightRequestInput,
  signal?: AbortSignal,
): Promise<number | undefined> {
  try {
    const request = { body, ...(signal && { signal }) };
    return (await callApi('/api/ai/preflight-cost', preflightResponseSchema, request)).estCostCents;
  } catch {
    return undefined;
  }
}
