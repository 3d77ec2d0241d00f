import { ProviderFailure, type ProviderRequest } from '@promptwell/ai-providers/contract';
import { complete, hasNotBegun, type ProviderResult } from '@promptwell/ai-providers';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import {
  costByRule,
  type CallIdentity,
  type HoldRequest,
  type HoldResult,
} from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import { parseCompletionResult, type CompletionResult } from './contract';
import {
  toBilledUsage,
  cancelledError,
  endFailed,
  recoverPartialResult,
  type ReceivedCompletion,
} from './failed-completions.server';
import { retireIfGone } from './retired-models.server';
import { maxUsageOfCandidate, type Fallback, type PlannedCompletion } from './plan-completion.server';
import { isShutdown, stopErrorOf } from './stop-reasons';
import { costFields, priceFields } from './schema';
import { vendorIds } from './vendor-ids.server';

type Deps = Pick<
  CompletionsDeps,
  'log' | 'clock' | 'prisma' | 'vendorKey' | 'catalogue' | 'seats' | 'ledger' | 'bookings' | 'stats'
>;

/** Longer than any completion takes. After this, an open hold counts as lost. */
const HOLD_TIMEOUT_MS = 15 * MINUTE_MS;
/** Allowed difference from the vendor's price: 1 %, which rounding alone can cause. */
const MAX_DIFFERENCE = 0.01;

/** A planned completion with its payer and limits. */
export interface PaidCompletionRequest extends PlannedCompletion {
  payer: CallIdentity & Pick<HoldRequest, 'isOptimization' | 'categoryId' | 'limits'>;
  /** Called with each text delta. */
  onText?: ((piece: string) => void) | undefined;
  /** Called with each reasoning delta, which isn't stored. */
  onReasoning?: ((delta: string) => void) | undefined;
  doNotStore: boolean;
  /** False if the caller retries itself. */
  retries?: boolean;
  /** Stops the completion; the part received is kept and charged. */
  signal: AbortSignal;
  /** Once aborted, nothing is sent. A completion already sent is still charged. */
  notAfter?: AbortSignal;
  onHeld?: (amountMicroUsd: bigint) => void;
  /** Called when the provider has finished, before the completion is charged and stored. */
  onReceived?: () => void;
}

export interface PaidCompletion {
  answer: CompletionResult;
  replayed: boolean;
}

/**
 * The only code path that spends money on a model: holds the worst case, sends once, settles the actual cost and stores
 * the result. Rules: docs/decisions/0003-ledger.md.
 */
export async function payForCompletion(services: Deps, call: PaidCompletionRequest): Promise<PaidCompletion> {
  if (call.signal.aborted) throw stopErrorOf(call.signal);
  const { held, candidates } = await placeHold(services, call);
  if (held.kind === 'replayed') return { answer: parseCompletionResult(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;
  if (call.notAfter?.aborted) {
    await services.bookings.release(operationId, 'Called off before it was sent');
    throw cancelledError();
  }
  call.onHeld?.(amountMicroUsd);
  const { received, answering } = await sendWithFallbacks(services, operationId, candidates);
  call.onReceived?.();
  logAnomalies(services, operationId, answering, received);
  const answer = toCompletionResult(answering, received, amountMicroUsd);
  await services.bookings.settle({
    operationId,
    ...toBilledUsage(received.usage),
    providerRequestId: received.requestId,
    answer: JSON.stringify(answer),
    doNotStore: call.doNotStore,
    isBrokenOff: received.finishReason === 'interrupted',
    isUncounted: received.finishReason === 'server_stopping',
  });
  return { answer, replayed: false };
}

/**
 * Holds the worst case, including the most expensive fallback if the balance allows, otherwise of the chosen model
 * alone.
 */
async function placeHold(
  services: Deps,
  call: PaidCompletionRequest,
): Promise<{ held: HoldResult; candidates: readonly PaidCompletionRequest[] }> {
  const { payer, model, fallbacks = [] } = call;
  // The monthly cap is the team's: a user without a seat may spend their whole balance.
  const isMonthlyCapOff = !services.seats.has(payer.userId);
  const request: HoldRequest = {
    ...payer,
    provider: model.provider,
    model: model.model,
    price: call.price,
    isFree: call.isFree,
    ...maxUsageOfCandidate(call, call),
    limits: { ...payer.limits, isMonthlyCapOff },
    timeoutMs: HOLD_TIMEOUT_MS,
  };
  const alone = async () => ({ held: await services.ledger.hold(request), candidates: [call] });
  if (fallbacks.length === 0) return alone();
  const alternatives = fallbacks.map((each) => ({ price: each.price, ...maxUsageOfCandidate(call, each) }));
  try {
    const held = await services.ledger.hold({ ...request, alternatives });
    return { held, candidates: [call, ...fallbacks.map((each) => withFallback(call, each))] };
  } catch (error) {
    // A refused hold has no effect, so it is safe to try again.
    if (error instanceof DomainError && error.kind === 'payment-required') return alone();
    throw error;
  }
}

const withFallback = (call: PaidCompletionRequest, fallback: Fallback): PaidCompletionRequest => ({
  ...call,
  ...fallback,
  maxOutputTokens: Math.min(call.maxOutputTokens, fallback.model.maxOutputTokens),
  warnings: [
    `${call.model.displayName} couldn’t be reached, so ${fallback.model.displayName} answered.`,
    ...(fallback.warnings ?? []),
  ],
});

/** Sends to the chosen model, then to the fallbacks, as long as no vendor has started to process the request. */
async function sendWithFallbacks(
  services: Deps,
  operationId: string,
  candidates: readonly PaidCompletionRequest[],
): Promise<{ received: ReceivedCompletion; answering: PaidCompletionRequest }> {
  for (const [index, answering] of candidates.entries()) {
    const next = candidates[index + 1];
    const received = await sendOnce(services, operationId, answering, next);
    if (received) return { received, answering };
  }
  throw new Error('The last candidate answers or fails.');
}

/**
 * Records the fallback model in the ledger before the request is sent to it. Returns false if the ledger can't be
 * written.
 */
async function redirectTo(
  { ledger, log }: Pick<CompletionsDeps, 'log' | 'ledger'>,
  operationId: string,
  { model: { provider, model }, price }: PaidCompletionRequest,
  { kind, status }: ProviderFailure,
): Promise<boolean> {
  try {
    await ledger.redirect({ operationId, provider, model, price });
    log.warn({ operationId, provider, model, kind, status }, 'a request goes to a fallback model');
    return true;
  } catch (err) {
    log.error({ err, operationId }, 'a request can’t go to a fallback model');
    return false;
  }
}

/**
 * Returns the result to settle, or undefined if the model couldn't be reached and the operation has been redirected to
 * `next`. If this throws, the hold has been released.
 */
async function sendOnce(
  services: Deps,
  operationId: string,
  call: PaidCompletionRequest,
  next: PaidCompletionRequest | undefined,
): Promise<ReceivedCompletion | undefined> {
  const { model, provider, messages, sampling, format, effort, webSearch, maxOutputTokens, signal } = call;
  const sent: ProviderRequest = {
    model: model.model,
    modelBehind: model.family,
    messages,
    sampling,
    takes: { sampling: model.takesSampling },
    format,
    effort,
    webSearch,
    maxSearches: model.searches.most,
    maxOutputTokens,
    ...vendorIds(services, call),
    retries: call.retries,
    signal,
  };
  const startedMs = performance.now();
  const count = (outcome: { completion: ProviderResult } | { error: unknown }): void =>
    services.stats.recordRequest({
      provider: model.provider,
      isFailure: 'error' in outcome,
      ms: performance.now() - startedMs,
      ...('error' in outcome && { error: outcome.error }),
      details: { operation: 'chat', model: model.model, ...tracedOutcome(outcome) },
    });
  let completion: ProviderResult;
  try {
    completion = await complete(provider, sent, call.onText, call.onReasoning);
    count({ completion });
  } catch (error) {
    count({ error });
    const failure = error instanceof ProviderFailure ? error : undefined;
    if (next && failure && hasNotBegun(failure) && !signal.aborted) {
      if (await redirectTo(services, operationId, next, failure)) {
        if (failure.kind === 'model_gone')
          await retireIfGone(services, provider, { provider: model.provider, model: model.model });
        return undefined;
      }
    }
    const received = failure && (await recoverPartialResult(services, operationId, failure));
    if (received) return received;
    throw await endFailed(services, operationId, call, error);
  }
  if (completion.reason === 'stopped' && completion.usage.input.total === 0) {
    await services.bookings.release(operationId, 'Stopped before it was sent');
    throw stopErrorOf(signal);
  }
  compareVendorCost(services, operationId, call, completion);
  const isEndedByServer = completion.reason === 'stopped' && isShutdown(signal);
  return { ...completion, finishReason: isEndedByServer ? 'server_stopping' : completion.reason };
}

/** Trace attributes of the outcome. */
function tracedOutcome(outcome: { completion: ProviderResult } | { error: unknown }) {
  if ('completion' in outcome) {
    const { usage, reason, requestId } = outcome.completion;
    return { usage, finishReason: reason, responseId: requestId };
  }
  const failure = outcome.error instanceof ProviderFailure ? outcome.error : undefined;
  return {
    usage: failure?.received?.usage,
    responseId: failure?.requestId,
    errorType: failure?.kind ?? '_OTHER',
  };
}

/** Logs if the vendor reports a cost that differs from ours. */
function compareVendorCost(
  { log }: Pick<CompletionsDeps, 'log'>,
  operationId: string,
  { price, model: { provider, model } }: PaidCompletionRequest,
  { usage }: ProviderResult,
): void {
  if (usage.vendorCostMicroUsd === undefined) return;
  const oursMicroUsd = Number(costByRule(price, toBilledUsage(usage)));
  const vendorsMicroUsd = usage.vendorCostMicroUsd;
  if (Math.abs(oursMicroUsd - vendorsMicroUsd) <= MAX_DIFFERENCE * vendorsMicroUsd) return;
  log.warn(
    { operationId, provider, model, oursMicroUsd, vendorsMicroUsd },
    'a vendor charges another price than ours',
  );
}

/** Logs impossible usage and text after the end of the stream. We charge the corrected usage. */
function logAnomalies(
  { log }: Pick<CompletionsDeps, 'log'>,
  operationId: string,
  { model: { provider, model } }: PaidCompletionRequest,
  { usage, textAfterEnd }: ReceivedCompletion,
): void {
  const about = { operationId, provider, model };
  if (usage.impossible) {
    const charged = toBilledUsage(usage);
    log.warn({ ...about, reported: usage.impossible, charged }, 'a vendor reported an impossible usage');
  }
  if (textAfterEnd !== undefined)
    log.warn({ ...about, characters: textAfterEnd }, 'a vendor sent text after the end of its answer');
}

function toCompletionResult(
  { model: { provider, model }, price, isFree, warnings = [] }: PaidCompletionRequest,
  received: ReceivedCompletion,
  heldMicroUsd: bigint,
): CompletionResult {
  const usage = toBilledUsage(received.usage);
  const { inputTokens, outputTokens } = usage;
  const cost = costByRule(price, usage);
  const charged = isFree ? 0n : cost < heldMicroUsd ? cost : heldMicroUsd;
  const { costUsd, costCents } = costFields(charged);
  const uncached = costByRule(price, { ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 });
  const saved = isFree || uncached < cost ? 0n : uncached - cost;
  return {
    text: received.text,
    provider,
    model,
    requestId: received.requestId,
    finishReason: received.finishReason,
    warnings: [...warnings, ...received.warnings.map(({ message }) => message)],
    sources: received.sources,
    usage: { inputTokens, outputTokens, costUsd },
    costCents,
    cacheSavedCents: costFields(saved).costCents,
    price: priceFields(price),
    isFree,
  };
}
