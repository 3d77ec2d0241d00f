import { setTimeout } from 'node:timers/promises';
import { DomainError } from '~/core/shared/errors';
import { MINUTE_MS } from '~/core/shared/clock';
import { costMicroUsd, type HoldRequest, type Settlement } from '~/features/ledger/index.server';
import {
  ProviderFailure,
  type AiProvider,
  type CompletionCall,
  type CompletionResult,
} from '~/integrations/ai/contract';
import type { Services } from '~/services';
import { explainFailure } from './provider-failures.server';
import type { RunningCalls } from './running-calls.server';
import { answerSchema, type Answer } from './answer';
import { FORGIVEN_ANSWERS_PER_DAY } from './plan-limits';
import { costAnswer, priceAnswer } from './schema';

/** Longer than any call may take: after this an open hold counts as lost. */
const HOLD_DEADLINE_MS = 15 * MINUTE_MS;
const SETTLE_ATTEMPTS = 5;
const SETTLE_WAIT_MS = 200;

/** A call that may be made: checked, and with its worst case known. */
export interface PaidCall {
  /** Who pays for which call, and its worst case. */
  hold: Omit<HoldRequest, 'deadlineAtMs'>;
  provider: AiProvider;
  /** What is sent besides the model and the bound of the reply, which the hold names. */
  send: Omit<CompletionCall, 'model' | 'maxOutputTokens' | 'signal'>;
  doNotStore: boolean;
  /** Where the call is counted, and at most how many of its user's run at one time. */
  runningCalls: RunningCalls;
  maxCallsAtOnce: number;
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
  const { userId, idempotencyKey } = call.hold;
  if (call.runningCalls.countOf(userId) >= call.maxCallsAtOnce) {
    throw new DomainError('rate-limited', 'Rate limit reached. Try again in 1s.', {
      code: 'too_many_at_once',
      retryAfterSeconds: 1,
    });
  }
  const held = await services.ledger.hold({
    ...call.hold,
    deadlineAtMs: services.clock() + HOLD_DEADLINE_MS,
  });
  if (held.kind === 'replayed') return { answer: parseAnswer(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;
  if (call.notAfter?.aborted) {
    await services.ledger.release(operationId, 'Called off before it was sent');
    throw calledOff();
  }
  return call.runningCalls.track(userId, idempotencyKey, async (signal) => {
    call.onHeld?.(amountMicroUsd);
    const received = await sendOnce(services, operationId, call, signal);
    call.onReceived?.();
    const answer = answerTo(call.hold, received, amountMicroUsd);
    await settleReply(services, {
      operationId,
      inputTokens: received.usage.inputTokens,
      outputTokens: received.usage.outputTokens,
      providerRequestId: received.requestId,
      answer: JSON.stringify(answer),
      doNotStore: call.doNotStore,
      isBrokenOff: received.finishReason === 'interrupted',
    });
    return { answer, replayed: false };
  });
}

type Received = Omit<CompletionResult, 'finishReason'> & { finishReason: Answer['finishReason'] };

/** Sends once, and says what is to be settled; what is not charged at all has been released when this throws. */
async function sendOnce(
  services: Services,
  operationId: string,
  { hold, provider, send }: PaidCall,
  signal: AbortSignal,
): Promise<Received> {
  const { model, maxOutputTokens } = hold;
  let result: CompletionResult;
  try {
    result = await provider.complete({ ...send, model, maxOutputTokens, signal });
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error : undefined;
    const received = failure && (await receivedBefore(services, operationId, failure));
    if (received) return received;
    throw await failed(services, operationId, hold, error);
  }
  if (result.finishReason === 'stopped' && result.usage.inputTokens === 0) {
    await services.ledger.release(operationId, 'Stopped before it was sent');
    throw new DomainError('conflict', 'Stopped before a reply arrived. You were not charged.', {
      code: 'stopped',
    });
  }
  return result;
}

/** What a failed call is charged for: the part that had arrived, or what nobody can read once too often a day. */
async function receivedBefore(
  { ledger, log }: Services,
  operationId: string,
  { received, certain, kind, requestId }: ProviderFailure,
): Promise<Received | undefined> {
  if (!received) return undefined;
  if (received.text !== '') {
    return certain ? undefined : { ...received, finishReason: 'interrupted', requestId };
  }
  const { inputTokens, outputTokens } = received.usage;
  const isForgiven = await ledger.forgive({
    operationId,
    inputTokens,
    outputTokens,
    reason: 'Answer without visible text',
    mostADay: FORGIVEN_ANSWERS_PER_DAY,
  });
  log.warn({ operationId, kind, inputTokens, outputTokens, isForgiven }, 'an answer without visible text');
  return isForgiven ? undefined : { ...received, finishReason: received.finishReason ?? 'stop', requestId };
}

/** Gives the hold back. Nobody can tell whether a provider charges for a call that was lost after the send. */
async function failed(
  { ledger, log }: Services,
  operationId: string,
  hold: PaidCall['hold'],
  error: unknown,
): Promise<unknown> {
  const failure = error instanceof ProviderFailure ? error : undefined;
  // What nobody can read is released already, with what it used.
  if (failure?.received?.text !== '') {
    const estimate = costMicroUsd(hold.price, hold.inputTokens, hold.maxOutputTokens);
    await ledger.release(
      operationId,
      failure ? `Failed: ${failure.kind}` : 'Failed',
      failure?.certain ? 0n : estimate,
    );
  }
  const { kind, status, vendorCode, requestId } = failure ?? {};
  log.warn({ operationId, kind, status, vendorCode, requestId }, 'a call to a provider failed');
  return failure ? explainFailure(failure) : error;
}

function answerTo(hold: PaidCall['hold'], received: Received, heldMicroUsd: bigint): Answer {
  const { inputTokens, outputTokens } = received.usage;
  const cost = costMicroUsd(hold.price, inputTokens, outputTokens);
  const charged = hold.isFree ? 0n : cost < heldMicroUsd ? cost : heldMicroUsd;
  const { costUsd, costCents } = costAnswer(charged);
  return {
    text: received.text,
    provider: hold.provider,
    model: hold.model,
    requestId: received.requestId,
    finishReason: received.finishReason,
    usage: { inputTokens, outputTokens, costUsd },
    costCents,
    price: priceAnswer(hold.price),
    isFree: hold.isFree,
  };
}

/**
 * A reply that is there is given to the user whatever happens: when the books cannot take it (its hold was ended as
 * overdue, or the disk stays full) the platform bears it, and the log says so.
 */
async function settleReply({ ledger, log }: Services, settlement: Settlement): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ledger.settle(settlement);
      return;
    } catch (err) {
      const isPassing = err instanceof DomainError && err.kind === 'unavailable';
      if (!isPassing || attempt >= SETTLE_ATTEMPTS) {
        log.error({ err, operationId: settlement.operationId }, 'a reply could not be charged');
        return;
      }
      await setTimeout(SETTLE_WAIT_MS * attempt);
    }
  }
}

export const parseAnswer = (text: string): Answer => answerSchema.parse(JSON.parse(text));

export const calledOff = (): DomainError =>
  new DomainError('conflict', 'Called off before it was sent. You were not charged.', { code: 'called_off' });
