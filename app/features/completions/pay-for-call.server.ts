import { ProviderFailure, type Call } from '@promptwell/ai-providers/contract';
import { complete, hasNotBegun, type Completion } from '@promptwell/ai-providers';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import {
  costByRule,
  type CallIdentity,
  type HoldRequest,
  type HoldResult,
} from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import { parseAnswer, type Answer } from './contract';
import { billed, calledOff, endFailed, receivedBefore, type Received } from './failed-calls.server';
import { retireIfGone } from './gone-models.server';
import { mostOfCandidate, type Fallback, type PlannedCall } from './plan-call.server';
import { isShutdown, stoppedBy } from './stop-reasons';
import { costAnswer, priceAnswer } from './schema';
import { vendorNames } from './vendor-names.server';

type Deps = Pick<
  CompletionsDeps,
  'log' | 'clock' | 'prisma' | 'vendorKey' | 'catalogue' | 'seats' | 'ledger' | 'bookings' | 'stats'
>;

/** Longer than any call takes: after this an open hold counts as lost. */
const HOLD_TIMEOUT_MS = 15 * MINUTE_MS;
/** By so much our price may differ from the vendor's own: 1 %, which rounding alone can make. */
const MOST_DIFFERENCE = 0.01;

/** A planned call, with who pays for it and what they may spend. */
export interface PaidCall extends PlannedCall {
  payer: CallIdentity & Pick<HoldRequest, 'isOptimization' | 'categoryId' | 'limits'>;
  /** Each piece of the answer as it arrives. */
  onText?: ((piece: string) => void) | undefined;
  /** Each piece of what the model thinks before it answers; kept nowhere. */
  onReasoning?: ((delta: string) => void) | undefined;
  doNotStore: boolean;
  /** False: the caller counts its tries itself. */
  retries?: boolean;
  /** Stops the call: what had been received is kept and paid. */
  signal: AbortSignal;
  /** Nothing is sent once it has aborted; what has been sent is paid. */
  notAfter?: AbortSignal;
  onHeld?: (amountMicroUsd: bigint) => void;
  /** The provider has answered; charging and keeping the answer come next. */
  onReceived?: () => void;
}

export interface PaidAnswer {
  answer: Answer;
  replayed: boolean;
}

/**
 * The one way money is spent on a model: sets the worst case aside, sends once, settles what it cost and keeps the
 * answer. The rules are in docs/decisions/0003-ledger.md.
 */
export async function payForCall(services: Deps, call: PaidCall): Promise<PaidAnswer> {
  if (call.signal.aborted) throw stoppedBy(call.signal);
  const { held, candidates } = await holdFor(services, call);
  if (held.kind === 'replayed') return { answer: parseAnswer(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;
  if (call.notAfter?.aborted) {
    await services.bookings.release(operationId, 'Called off before it was sent');
    throw calledOff();
  }
  call.onHeld?.(amountMicroUsd);
  const { received, answering } = await sendToFirst(services, operationId, candidates);
  call.onReceived?.();
  reportOddities(services, operationId, answering, received);
  const answer = answerTo(answering, received, amountMicroUsd);
  await services.bookings.settle({
    operationId,
    ...billed(received.usage),
    providerRequestId: received.requestId,
    answer: JSON.stringify(answer),
    doNotStore: call.doNotStore,
    isBrokenOff: received.finishReason === 'interrupted',
    isUncounted: received.finishReason === 'server_stopping',
  });
  return { answer, replayed: false };
}

/** Sets the worst case aside: that of the dearest fallback where it can be paid, else that of the chosen model alone. */
async function holdFor(
  services: Deps,
  call: PaidCall,
): Promise<{ held: HoldResult; candidates: readonly PaidCall[] }> {
  const { payer, model, fallbacks = [] } = call;
  // The budget is the team's: without a seat in it, what somebody has is theirs to spend.
  const isMonthlyCapOff = !services.seats.has(payer.userId);
  const request: HoldRequest = {
    ...payer,
    provider: model.provider,
    model: model.model,
    price: call.price,
    isFree: call.isFree,
    ...mostOfCandidate(call, call),
    limits: { ...payer.limits, isMonthlyCapOff },
    timeoutMs: HOLD_TIMEOUT_MS,
  };
  const alone = async () => ({ held: await services.ledger.hold(request), candidates: [call] });
  if (fallbacks.length === 0) return alone();
  const alternatives = fallbacks.map((each) => ({ price: each.price, ...mostOfCandidate(call, each) }));
  try {
    const held = await services.ledger.hold({ ...request, alternatives });
    return { held, candidates: [call, ...fallbacks.map((each) => takeOver(call, each))] };
  } catch (error) {
    // A refusal has left nothing in the books.
    if (error instanceof DomainError && error.kind === 'payment-required') return alone();
    throw error;
  }
}

const takeOver = (call: PaidCall, fallback: Fallback): PaidCall => ({
  ...call,
  ...fallback,
  maxOutputTokens: Math.min(call.maxOutputTokens, fallback.model.maxOutputTokens),
  warnings: [
    `${call.model.displayName} couldn’t be reached, so ${fallback.model.displayName} answered.`,
    ...(fallback.warnings ?? []),
  ],
});

/** Sends to the chosen model, and to the next one as long as a vendor has not begun to work on the request. */
async function sendToFirst(
  services: Deps,
  operationId: string,
  candidates: readonly PaidCall[],
): Promise<{ received: Received; answering: PaidCall }> {
  for (const [index, answering] of candidates.entries()) {
    const next = candidates[index + 1];
    const received = await sendOnce(services, operationId, answering, next);
    if (received) return { received, answering };
  }
  throw new Error('The last candidate answers or fails.');
}

/** The books must say which model a request has gone to before it goes; false: they can't be written now. */
async function redirectTo(
  { ledger, log }: Pick<CompletionsDeps, 'log' | 'ledger'>,
  operationId: string,
  { model: { provider, model }, price }: PaidCall,
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
 * Says what is to be settled. Undefined: the model couldn't be reached, and the books name the next one. What is not
 * charged at all has been released when this throws.
 */
async function sendOnce(
  services: Deps,
  operationId: string,
  call: PaidCall,
  next: PaidCall | undefined,
): Promise<Received | undefined> {
  const { model, provider, messages, sampling, format, effort, webSearch, maxOutputTokens, signal } = call;
  const sent: Call = {
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
    ...vendorNames(services, call),
    retries: call.retries,
    signal,
  };
  const startedMs = performance.now();
  const count = (outcome: { completion: Completion } | { error: unknown }): void =>
    services.stats.call({
      provider: model.provider,
      isFailure: 'error' in outcome,
      ms: performance.now() - startedMs,
      ...('error' in outcome && { error: outcome.error }),
      details: { operation: 'chat', model: model.model, ...tracedOutcome(outcome) },
    });
  let completion: Completion;
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
    const received = failure && (await receivedBefore(services, operationId, failure));
    if (received) return received;
    throw await endFailed(services, operationId, call, error);
  }
  if (completion.reason === 'stopped' && completion.usage.input.total === 0) {
    await services.bookings.release(operationId, 'Stopped before it was sent');
    throw stoppedBy(signal);
  }
  compareWithVendor(services, operationId, call, completion);
  const isEndedByServer = completion.reason === 'stopped' && isShutdown(signal);
  return { ...completion, finishReason: isEndedByServer ? 'server_stopping' : completion.reason };
}

/** What a trace says of how a call ended. */
function tracedOutcome(outcome: { completion: Completion } | { error: unknown }) {
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

/** A vendor that says what it charges, and says something else than our price does, is written down for the admin. */
function compareWithVendor(
  { log }: Pick<CompletionsDeps, 'log'>,
  operationId: string,
  { price, model: { provider, model } }: PaidCall,
  { usage }: Completion,
): void {
  if (usage.vendorCostMicroUsd === undefined) return;
  const oursMicroUsd = Number(costByRule(price, billed(usage)));
  const vendorsMicroUsd = usage.vendorCostMicroUsd;
  if (Math.abs(oursMicroUsd - vendorsMicroUsd) <= MOST_DIFFERENCE * vendorsMicroUsd) return;
  log.warn(
    { operationId, provider, model, oursMicroUsd, vendorsMicroUsd },
    'a vendor charges another price than ours',
  );
}

/** A vendor that says what cannot be is written down with both figures; what is charged is ours. */
function reportOddities(
  { log }: Pick<CompletionsDeps, 'log'>,
  operationId: string,
  { model: { provider, model } }: PaidCall,
  { usage, textAfterEnd }: Received,
): void {
  const about = { operationId, provider, model };
  if (usage.impossible) {
    const charged = billed(usage);
    log.warn({ ...about, reported: usage.impossible, charged }, 'a vendor reported an impossible usage');
  }
  if (textAfterEnd !== undefined)
    log.warn({ ...about, characters: textAfterEnd }, 'a vendor sent text after the end of its answer');
}

function answerTo(
  { model: { provider, model }, price, isFree, warnings = [] }: PaidCall,
  received: Received,
  heldMicroUsd: bigint,
): Answer {
  const usage = billed(received.usage);
  const { inputTokens, outputTokens } = usage;
  const cost = costByRule(price, usage);
  const charged = isFree ? 0n : cost < heldMicroUsd ? cost : heldMicroUsd;
  const { costUsd, costCents } = costAnswer(charged);
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
    cacheSavedCents: costAnswer(saved).costCents,
    price: priceAnswer(price),
    isFree,
  };
}
