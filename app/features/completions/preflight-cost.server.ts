import { maxImageTokens } from '@promptwell/ai-providers';
import { costCents } from '~/core/shared/money';
import type { UserWithRoles } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { overriddenOutputTokens } from './completion-limits.server';
import type { PreflightResponse } from './contract';
import { maxCostMicroUsd, planCompletion, type Candidate } from './plan-completion.server';
import type { PreflightRequest } from './schema';

/**
 * Estimates the maximum cost of a request, exactly as it would be held. Files aren't uploaded for this; the caller
 * sends their token and image counts. Sends and charges nothing.
 */
export async function preflightCost(
  services: Pick<
    CompletionsDeps,
    'env' | 'clock' | 'providers' | 'documents' | 'catalogue' | 'ledger' | 'moderation' | 'preferences'
  >,
  actor: UserWithRoles,
  { attachedTokens = 0, attachedImages = 0, ...request }: PreflightRequest,
): Promise<PreflightResponse> {
  const planned = await planCompletion(services, actor, {
    ...request,
    chatMode: request.history.length > 0,
    attachments: [],
    doNotStoreContent: false,
    redactPii: false,
  });
  const maxOutputTokens = await overriddenOutputTokens(services, actor, planned);
  const withAttached = (each: Candidate): Candidate => ({
    ...each,
    inputTokens: each.inputTokens + attachedTokens + attachedImages * maxImageTokens(each.model.model),
  });
  const [own, ...fallbacks] = planned.candidates;
  const maxCost = maxCostMicroUsd({
    ...planned,
    candidates: [withAttached(own), ...fallbacks.map(withAttached)],
    maxOutputTokens,
  });
  return { estCostCents: costCents(maxCost) };
}
