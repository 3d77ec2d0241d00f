import type { ProviderResult, Usage } from '@promptwell/ai-providers/contract';
import type { BilledUsage, SettledAmounts } from '~/features/ledger/index.server';
import type { CompletionResult } from './contract';
import type { Candidate, PlannedCompletion } from './plan-completion.server';
import { costFields, priceFields } from './schema';
import { isShutdown } from './stop-reasons';

// From what a provider returned to what is charged and what the client gets.

export const toBilledUsage = ({ input, output, requests }: Usage): BilledUsage => ({
  inputTokens: input.total,
  cacheReadTokens: input.cacheRead,
  cacheWriteTokens: input.cacheWrite,
  outputTokens: output.total,
  searches: requests.webSearch,
});

/** A shutdown stops all completions; that isn't the user's doing, and is charged differently. */
export const finishReasonOf = (
  { finishReason }: ProviderResult,
  signal: AbortSignal,
): CompletionResult['finishReason'] =>
  finishReason === 'stopped' && isShutdown(signal) ? 'server_stopping' : finishReason;

/** `amounts` is what the ledger charged. */
export function toCompletionResult(
  { candidates: [own], isFree }: PlannedCompletion,
  answering: Candidate,
  received: Omit<ProviderResult, 'finishReason'> & Pick<CompletionResult, 'finishReason'>,
  { chargedMicroUsd, cacheSavedMicroUsd }: SettledAmounts,
): CompletionResult {
  const { text, toolCalls, requestId, finishReason, sources, usage, warnings } = received;
  const { costUsd, costCents } = costFields(chargedMicroUsd);
  const { provider, model, displayName } = answering.model;
  const fallbackWarning = `${own.model.displayName} couldn’t be reached, so ${displayName} answered.`;
  return {
    text,
    toolCalls,
    provider,
    model,
    requestId,
    finishReason,
    warnings: [
      ...(answering === own ? [] : [fallbackWarning]),
      ...answering.warnings,
      ...warnings.map(({ message }) => message),
    ],
    sources,
    usage: {
      inputTokens: usage.input.total,
      cachedTokens: usage.input.cacheRead,
      outputTokens: usage.output.total,
      reasoningTokens: usage.output.reasoning,
      costUsd,
    },
    costCents,
    cacheSavedCents: costFields(cacheSavedMicroUsd > 0n ? cacheSavedMicroUsd : 0n).costCents,
    price: priceFields(answering.price),
    isFree,
  };
}
