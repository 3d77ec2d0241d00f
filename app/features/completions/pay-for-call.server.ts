import { ProviderFailure, type Call } from '@promptwell/ai-providers/contract';
import { complete, type Completion } from '@promptwell/ai-providers';
import { MINUTE_MS } from '~/core/shared/clock';
import { costByRule, type CallIdentity, type HoldRequest } from '~/features/ledger/index.server';
import type { Services } from '~/services';
import { mostOf } from './catalogue.server';
import { parseAnswer, type Answer } from './contract';
import { billed, calledOff, endFailed, receivedBefore, type Received } from './failed-calls.server';
import type { PlannedCall } from './plan-call.server';
import { isShutdown, stoppedBy } from './stop-reasons';
import { costAnswer, priceAnswer } from './schema';
import { vendorNames } from './vendor-names.server';

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
export async function payForCall(services: Services, call: PaidCall): Promise<PaidAnswer> {
  const { payer, model } = call;
  if (call.signal.aborted) throw stoppedBy(call.signal);
  // The budget is the team's: without a seat in it, what somebody has is theirs to spend.
  const isMonthlyCapOff = !services.seats.has(payer.userId);
  const held = await services.ledger.hold({
    ...payer,
    provider: model.provider,
    model: model.model,
    price: call.price,
    isFree: call.isFree,
    ...mostOf(model, call),
    limits: { ...payer.limits, isMonthlyCapOff },
    timeoutMs: HOLD_TIMEOUT_MS,
  });
  if (held.kind === 'replayed') return { answer: parseAnswer(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;
  if (call.notAfter?.aborted) {
    await services.bookings.release(operationId, 'Called off before it was sent');
    throw calledOff();
  }
  call.onHeld?.(amountMicroUsd);
  const received = await sendOnce(services, operationId, call);
  call.onReceived?.();
  reportOddities(services, operationId, call, received);
  const answer = answerTo(call, received, amountMicroUsd);
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

/** Sends once, and says what is to be settled; what is not charged at all has been released when this throws. */
async function sendOnce(services: Services, operationId: string, call: PaidCall): Promise<Received> {
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
    signal,
  };
  const startedMs = performance.now();
  const count = (isFailure: boolean): void =>
    services.stats.call({ provider: model.provider, isFailure, ms: performance.now() - startedMs });
  let completion: Completion;
  try {
    completion = await complete(provider, sent, call.onText, call.onReasoning);
    count(false);
  } catch (error) {
    count(true);
    const failure = error instanceof ProviderFailure ? error : undefined;
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

/** A vendor that says what it charges, and says something else than our price does, is written down for the admin. */
function compareWithVendor(
  { log }: Services,
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
  { log }: Services,
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
