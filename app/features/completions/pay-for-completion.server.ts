import {
  ProviderFailure,
  type ProviderRequest,
  type ProviderResult,
  type ToolCall,
  type VendorState,
} from '@promptwell/ai-providers/contract';
import { complete, hasNotBegun, type ToolCallEvent } from '@promptwell/ai-providers';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { UserWithRoles } from '~/core/server/session.server';
import type {
  Balance,
  CallIdentity,
  HoldRequest,
  HoldResult,
  SettledAmounts,
} from '~/features/ledger/index.server';
import { finishReasonOf, toBilledUsage, toCompletionResult } from './completion-result.server';
import { parseCompletionResult, type CompletionResult } from './contract';
import type { CompletionsDeps } from './deps.server';
import { cancelledError, endFailed, recoverPartialResult } from './failed-completions.server';
import {
  maxOutputTokensOf,
  maxUsageOfCandidate,
  type Candidate,
  type PlannedCompletion,
} from './plan-completion.server';
import { findPayingKey } from './paying-key.server';
import { retireIfGone } from './retired-models.server';
import { stopErrorOf } from './stop-reasons';
import { vendorIds } from './vendor-ids.server';

type Deps = Pick<
  CompletionsDeps,
  | 'log'
  | 'clock'
  | 'prisma'
  | 'vendorKey'
  | 'apiKeys'
  | 'catalogue'
  | 'seats'
  | 'ledger'
  | 'bookings'
  | 'stats'
>;

/** Longer than any completion takes. After this, an open hold counts as lost. */
const HOLD_TIMEOUT_MS = 15 * MINUTE_MS;
/** Allowed difference from the vendor's price: 1 %, which rounding alone can cause. */
const MAX_DIFFERENCE = 0.01;

/** The vendor's state of a response that calls tools. */
export interface ToolState {
  state: VendorState;
  /** The model that answered, as `provider/model`: a fallback may have. */
  stateOf: string;
  toolCalls: readonly ToolCall[];
}

/** A planned completion with its payer and limits. */
export interface PaidCompletionRequest extends PlannedCompletion {
  payer: CallIdentity &
    Pick<HoldRequest, 'isOptimization' | 'categoryId' | 'limits'> &
    Pick<UserWithRoles, 'apiKey'>;
  /** Called with each text delta. */
  onText?: ((delta: string) => void) | undefined;
  /** Called with each reasoning delta, which isn't stored. */
  onReasoning?: ((delta: string) => void) | undefined;
  /** Called with each delta of a tool call. */
  onToolCall?: ((delta: ToolCallEvent) => void) | undefined;
  /** Called with the vendor's state of a response that calls tools, to send back to this model with their results. */
  onToolState?: ((made: ToolState) => void) | undefined;
  doNotStore: boolean;
  /** False: the result isn't kept at all, so a repeated key can't be replayed. */
  keepsResult?: boolean | undefined;
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
  result: CompletionResult;
  replayed: boolean;
  /** After the charge; undefined if the charge isn't written yet, and for a replay. */
  balance?: Balance | undefined;
}

/**
 * The only code path that spends money on a model: holds the worst case, sends once, settles the actual cost and stores
 * the result. Rules: docs/decisions/0003-ledger.md.
 */
export async function payForCompletion(
  services: Deps,
  completion: PaidCompletionRequest,
): Promise<PaidCompletion> {
  const { signal, notAfter, onHeld, onReceived } = completion;
  if (signal.aborted) throw stopErrorOf(signal);
  const { held, candidates } = await placeHold(services, completion);
  if (held.kind === 'replayed') return { result: parseCompletionResult(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;
  if (notAfter?.aborted) {
    await services.bookings.release(operationId, 'Called off before it was sent');
    throw cancelledError();
  }
  onHeld?.(amountMicroUsd);
  const { received, answering } = await sendWithFallbacks(services, operationId, { completion, candidates });
  onReceived?.();
  logAnomalies(services, operationId, answering, received);
  const finishReason = finishReasonOf(received, signal);
  let result: CompletionResult | undefined;
  const { amounts, balance } = await services.bookings.settle({
    operationId,
    ...toBilledUsage(received.usage),
    providerRequestId: received.requestId,
    resultOf: (amounts) => {
      result = toCompletionResult(completion, answering, { ...received, finishReason }, amounts);
      return completion.keepsResult === false ? null : result;
    },
    doNotStore: completion.doNotStore,
    isBrokenOff: finishReason === 'interrupted',
    isUncounted: finishReason === 'server_stopping',
  });
  compareVendorCost(services, operationId, answering, { ...received, ...amounts });
  if (!result) throw new Error('A settlement makes its result.');
  return { result, replayed: false, balance };
}

/**
 * Holds the worst case, including the most expensive fallback if the balance allows, otherwise of the chosen model
 * alone.
 */
async function placeHold(
  services: Deps,
  completion: PaidCompletionRequest,
): Promise<{ held: HoldResult; candidates: readonly Candidate[] }> {
  const { payer, isFree } = completion;
  const [own, ...others] = completion.candidates;
  const apiKey = await findPayingKey(services, payer.apiKey, own.model);
  const fallbacks = apiKey ? others.filter(({ model }) => apiKey.allows(model)) : others;
  // The monthly cap is the team's: a user without a seat may spend their whole balance.
  const isMonthlyCapOff = !(await services.seats.has(payer.userId));
  const worstCaseOf = (each: Candidate) => ({ price: each.price, ...maxUsageOfCandidate(completion, each) });
  const request: HoldRequest = {
    ...payer,
    provider: own.model.provider,
    model: own.model.model,
    isFree,
    ...worstCaseOf(own),
    apiKey,
    limits: { ...payer.limits, isMonthlyCapOff },
    timeoutMs: HOLD_TIMEOUT_MS,
  };
  const alone = async () => ({ held: await services.ledger.hold(request), candidates: [own] });
  if (fallbacks.length === 0) return alone();
  try {
    const held = await services.ledger.hold({ ...request, alternatives: fallbacks.map(worstCaseOf) });
    return { held, candidates: [own, ...fallbacks] };
  } catch (error) {
    // A refused hold has no effect, so it is safe to try again.
    if (error instanceof DomainError && error.kind === 'payment-required') return alone();
    throw error;
  }
}

/** Sends to the chosen model, then to the fallbacks, as long as no vendor has started to process the request. */
async function sendWithFallbacks(
  services: Deps,
  operationId: string,
  { completion, candidates }: { completion: PaidCompletionRequest; candidates: readonly Candidate[] },
): Promise<{ received: ProviderResult; answering: Candidate }> {
  for (const [index, candidate] of candidates.entries()) {
    const next = candidates[index + 1];
    const received = await sendOnce(services, operationId, { completion, candidate, next });
    if (received) return { received, answering: candidate };
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
  { model: { provider, model }, price }: Candidate,
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

interface Attempt {
  completion: PaidCompletionRequest;
  candidate: Candidate;
  next: Candidate | undefined;
}

/**
 * Returns the result to settle, or undefined if the model couldn't be reached and the operation has been redirected to
 * `next`. If this throws, the hold has been released.
 */
async function sendOnce(
  services: Deps,
  operationId: string,
  { completion, candidate, next }: Attempt,
): Promise<ProviderResult | undefined> {
  const { payer, retries, signal, onText, onReasoning, onToolCall, onToolState } = completion;
  const { model, provider } = candidate;
  const request: ProviderRequest = {
    ...candidate.request,
    maxOutputTokens: maxOutputTokensOf(completion, candidate),
    ...vendorIds(services, candidate, payer.userId),
    retries,
    signal,
  };
  const startedMs = performance.now();
  const count = (outcome: { received: ProviderResult } | { error: unknown }): void =>
    services.stats.recordRequest({
      provider: model.provider,
      isFailure: 'error' in outcome,
      ms: performance.now() - startedMs,
      ...('error' in outcome && { error: outcome.error }),
      details: { operation: 'chat', model: model.model, ...tracedOutcome(outcome) },
    });
  let received: ProviderResult;
  try {
    received = await complete(provider, request, onText, onReasoning, onToolCall);
    count({ received });
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
    const partial = failure && (await recoverPartialResult(services, operationId, failure));
    if (partial) return partial;
    throw await endFailed(services, operationId, { completion, candidate }, error);
  }
  if (received.finishReason === 'stopped' && received.usage.input.total === 0) {
    await services.bookings.release(operationId, 'Stopped before it was sent');
    throw stopErrorOf(signal);
  }
  const { state, toolCalls } = received;
  if (state && toolCalls.length > 0)
    onToolState?.({ state, stateOf: `${model.provider}/${model.model}`, toolCalls });
  return received;
}

/** Trace attributes of the outcome. */
function tracedOutcome(outcome: { received: ProviderResult } | { error: unknown }) {
  if ('received' in outcome) {
    const { usage, finishReason, requestId } = outcome.received;
    return { usage, finishReason, responseId: requestId };
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
  { model: { provider, model } }: Candidate,
  { usage, finishReason, costMicroUsd }: ProviderResult & SettledAmounts,
): void {
  const vendorsMicroUsd = usage.vendorCostMicroUsd;
  if (vendorsMicroUsd === undefined || finishReason === 'interrupted') return;
  const oursMicroUsd = Number(costMicroUsd);
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
  { model: { provider, model } }: Candidate,
  { usage, textAfterEnd }: ProviderResult,
): void {
  const about = { operationId, provider, model };
  if (usage.impossible) {
    const charged = toBilledUsage(usage);
    log.warn({ ...about, reported: usage.impossible, charged }, 'a vendor reported an impossible usage');
  }
  if (textAfterEnd !== undefined)
    log.warn({ ...about, characters: textAfterEnd }, 'a vendor sent text after the end of its answer');
}
