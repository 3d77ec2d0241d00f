import { createHash } from 'node:crypto';
import type { ChatMessage } from '~/integrations/ai/contract';
import type { Caller, CompletionDeps } from './complete-prompt.server';
import { chooseModel } from './choose-model.server';
import { FREE_SENDS_PER_DAY } from './entitlements';
import { calledOff, parseAnswer, payForCall, type PaidAnswer } from './paid-call.server';

/** The idempotency scope of batch runs. */
export const RUN_ENDPOINT = 'baiql';

/** One call of a batch run. The run's owner has been checked to be a paying person when it began. */
export interface RunCall {
  /** Stands for the call for ever: asked again, the answer is the first one, even if the request differs. */
  key: string;
  provider: string;
  model: string;
  messages: ChatMessage[];
  /** Counted by the caller, who knows which part of the messages is always the same. */
  inputTokens: number;
  maxOutputTokens: number;
  temperature: number | null;
  topP: number | null;
  json: boolean;
  maxCallsAtOnce: number;
  /** Nothing is sent once it has aborted; what has been sent is paid. */
  signal: AbortSignal;
  /** The worst case is set aside: from now until the call has ended. */
  onHeld?: () => void;
  /** The vendor has answered: the next call may be sent while this one is charged and kept. */
  onReceived?: () => void;
}

/** A paid call for a batch run: the same holds, caps and books as a person's own send; never one of the free ones. */
export async function completeForRun(
  deps: CompletionDeps,
  caller: Caller,
  call: RunCall,
): Promise<PaidAnswer> {
  const { key, messages, temperature, topP } = call;
  const identity = {
    userId: caller.userId,
    endpoint: RUN_ENDPOINT,
    idempotencyKey: key,
    requestHash: createHash('sha256').update(key).digest('hex'),
  };
  const replay = await deps.ledger.replay(identity);
  if (replay) return { answer: parseAnswer(replay.answer), replayed: true };
  if (call.signal.aborted) throw calledOff();

  const { model, price, provider } = await chooseModel(deps, call, 'pro');
  const caps = await deps.spendCaps(caller.userId);
  return payForCall(deps, {
    ...identity,
    provider,
    providerKey: model.provider,
    price,
    inputTokens: call.inputTokens,
    isFree: false,
    limits: {
      freeSendsPerDay: FREE_SENDS_PER_DAY,
      perRequestCapMicroUsd: caps.perRequestCapMicroUsd,
      dailyCapMicroUsd: caps.dailyCapMicroUsd,
    },
    maxCallsAtOnce: call.maxCallsAtOnce,
    doNotStore: false,
    send: {
      model: model.model,
      messages,
      maxOutputTokens: call.maxOutputTokens,
      ...(temperature === null ? {} : { temperature }),
      ...(topP === null ? {} : { topP }),
      ...(call.json ? { json: true } : {}),
    },
    notAfter: call.signal,
    ...(call.onHeld === undefined ? {} : { onHeld: call.onHeld }),
    ...(call.onReceived === undefined ? {} : { onReceived: call.onReceived }),
  });
}
