import { mostTokensOfImage } from '@promptwell/ai-providers';
import { costCents } from '~/core/shared/money';
import type { UserWithRoles } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { raisedOutputTokens } from './call-limits.server';
import type { PreflightAnswer } from './contract';
import { mostMicroUsd, planCall } from './plan-call.server';
import type { PreflightRequest } from './schema';

/**
 * What a request can cost at most, to the same millionth that would be set aside for it. Attached files aren't sent here:
 * they count as the caller says. Nothing is sent or paid.
 */
export async function preflightCost(
  services: Pick<
    CompletionsDeps,
    'env' | 'clock' | 'providers' | 'documents' | 'catalogue' | 'ledger' | 'moderation' | 'preferences'
  >,
  actor: UserWithRoles,
  { attachedTokens = 0, attachedImages = 0, ...request }: PreflightRequest,
): Promise<PreflightAnswer> {
  const planned = await planCall(services, actor, {
    ...request,
    chatMode: request.history.length > 0,
    attachments: [],
    doNotStoreContent: false,
    redactPii: false,
  });
  const maxOutputTokens = await raisedOutputTokens(services, actor, planned);
  const withAttached = <Planned extends { inputTokens: number; model: { model: string } }>(
    each: Planned,
  ) => ({
    ...each,
    inputTokens: each.inputTokens + attachedTokens + attachedImages * mostTokensOfImage(each.model.model),
  });
  const most = mostMicroUsd({
    ...withAttached(planned),
    fallbacks: planned.fallbacks?.map(withAttached),
    maxOutputTokens,
  });
  return { estCostCents: costCents(most) };
}
