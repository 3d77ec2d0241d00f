import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { costMicroUsd, type PriceSnapshot, type SpendLimits } from '~/features/ledger/index.server';
import type { AiProvider, CompletionCall } from '~/integrations/ai/contract';
import { answerSchema, shownCost, shownPrice, type Answer } from './answer';
import type { CompletionDeps } from './complete-prompt.server';
import { sendOnce, settleReply } from './send-once.server';

/** Longer than any call may take: after this an open hold counts as lost. */
const HOLD_DEADLINE_MS = 15 * MINUTE_MS;

/** A call that may be made: checked, and with its worst case known. */
export interface PaidCall {
  userId: string;
  endpoint: string;
  idempotencyKey: string;
  requestHash: string;
  provider: AiProvider;
  providerKey: string;
  price: PriceSnapshot;
  inputTokens: number;
  isFree: boolean;
  limits: SpendLimits;
  /** Calls of this person at one time. */
  maxCallsAtOnce: number;
  doNotStore: boolean;
  send: Omit<CompletionCall, 'signal'>;
  /** Nothing is sent once it has aborted; what has been sent is paid. */
  notAfter?: AbortSignal;
  onHeld?: (amountMicroUsd: bigint) => void;
  /** The vendor has answered; charging and keeping the answer come next. */
  onReceived?: () => void;
}

type PaidCallDeps = Pick<CompletionDeps, 'ledger' | 'running' | 'clock' | 'log'>;

export interface PaidAnswer {
  answer: Answer;
  replayed: boolean;
}

/**
 * The one way money is spent on a model: sets the worst case aside, sends once, settles what it cost and keeps the
 * answer. The rules are in docs/decisions/0003-ledger.md.
 */
export async function payForCall(deps: PaidCallDeps, call: PaidCall): Promise<PaidAnswer> {
  const { userId, endpoint, idempotencyKey, requestHash, price, inputTokens, isFree } = call;
  const { model, maxOutputTokens } = call.send;
  if (deps.running.countOf(userId) >= call.maxCallsAtOnce) {
    throw new DomainError('rate-limited', 'Rate limit reached. Try again in 1s.', {
      code: 'too_many_at_once',
      retryAfterSeconds: 1,
    });
  }
  const held = await deps.ledger.hold({
    userId,
    endpoint,
    idempotencyKey,
    requestHash,
    provider: call.providerKey,
    model,
    price,
    inputTokens,
    maxOutputTokens,
    isFree,
    limits: call.limits,
    deadlineAtMs: deps.clock() + HOLD_DEADLINE_MS,
  });
  if (held.kind === 'replayed') return { answer: parseAnswer(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;
  if (call.notAfter?.aborted) {
    await deps.ledger.release(operationId, 'Called off before it was sent');
    throw calledOff();
  }

  return deps.running.track(userId, idempotencyKey, async (signal) => {
    call.onHeld?.(amountMicroUsd);
    const result = await sendOnce(deps, operationId, price, inputTokens, () =>
      call.provider.complete({ ...call.send, signal }),
    );
    call.onReceived?.();
    const cost = costMicroUsd(price, result.usage.inputTokens, result.usage.outputTokens);
    const charged = isFree ? 0n : cost < amountMicroUsd ? cost : amountMicroUsd;
    const { costUsd, costCents } = shownCost(charged);
    const answer: Answer = {
      text: result.text,
      provider: call.providerKey,
      model,
      requestId: result.requestId,
      finishReason: result.finishReason,
      usage: {
        inputTokens: result.usage.inputTokens,
        outputTokens: result.usage.outputTokens,
        costUsd,
      },
      costCents,
      price: shownPrice(price),
      isFree,
    };
    await settleReply(deps, {
      operationId,
      inputTokens: result.usage.inputTokens,
      outputTokens: result.usage.outputTokens,
      providerRequestId: result.requestId,
      answer: JSON.stringify(answer),
      doNotStore: call.doNotStore,
    });
    return { answer, replayed: false };
  });
}

export const parseAnswer = (text: string): Answer => answerSchema.parse(JSON.parse(text));

export const calledOff = (): DomainError =>
  new DomainError('conflict', 'Called off before it was sent. You were not charged.', { code: 'called_off' });
