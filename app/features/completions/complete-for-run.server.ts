import { createHash } from 'node:crypto';
import type { UserRef } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { FREE_SENDS_PER_DAY, readSpendCaps } from './call-limits.server';
import { parseAnswer } from './contract';
import { payForCall, type PaidAnswer, type PaidCall } from './pay-for-call.server';
import { chooseModel, type PlannedCall } from './plan-call.server';
import { calledOff } from './failed-calls.server';
import type { RunningCalls } from './running-calls.server';

/** The idempotency scope of batch runs. */
export const RUN_ENDPOINT = 'baiql';

/** One call of a batch run. The run's user has been checked to be a paying one when it began. */
export interface RunCall
  extends
    Pick<PlannedCall, 'messages' | 'sampling' | 'format' | 'inputTokens' | 'maxOutputTokens'>,
    Pick<PaidCall, 'onReceived'> {
  /** Where the call is counted, and at most how many of its user's run at one time. */
  runningCalls: RunningCalls;
  maxCallsAtOnce: number;
  /** Stands for the call for ever: asked again, the answer is the first one, even if the request differs. */
  key: string;
  provider: string;
  model: string;
  /** Nothing is sent once it has aborted; what has been sent is paid. */
  signal: AbortSignal;
  /** The worst case is set aside: from now until the call has ended. */
  onHeld?: (amountMicroUsd: bigint) => void;
}

/** A paid call for a batch run: the same holds, caps and books as a user's own send; never one of the free ones. */
export async function completeForRun(
  services: CompletionsDeps,
  { userId }: UserRef,
  run: RunCall,
): Promise<PaidAnswer> {
  const { key, messages, sampling, format, inputTokens, maxOutputTokens, onHeld } = run;
  const stored = await storedReplyOfRun(services, { userId }, key);
  if (stored) return stored;
  const call = callOf(userId, key);
  if (run.signal.aborted) throw calledOff();

  const chosen = await chooseModel(services, 'pro', run);
  const caps = await readSpendCaps(services, userId);
  const name = { userId, endpoint: RUN_ENDPOINT, key };
  const paidCall: Omit<PaidCall, 'signal'> = {
    ...chosen,
    messages,
    sampling,
    format,
    inputTokens,
    maxOutputTokens,
    isFree: false,
    payer: { ...call, limits: { freeSendsPerDay: FREE_SENDS_PER_DAY, ...caps } },
    doNotStore: false,
    // The engine counts its tries, and a batch is answered by the model that its script names.
    retries: false,
    notAfter: run.signal,
    onHeld,
    onReceived: run.onReceived,
  };
  const most = { calls: run.maxCallsAtOnce, retryAfterSeconds: 1 };
  return run.runningCalls.track(name, most, (stop) => payForCall(services, { ...paidCall, signal: stop }));
}

/** The answer that a call of a batch run was given before; undefined where there is none. */
export async function storedReplyOfRun(
  services: Pick<CompletionsDeps, 'ledger'>,
  { userId }: UserRef,
  key: string,
): Promise<PaidAnswer | undefined> {
  const replay = await services.ledger.replay(callOf(userId, key));
  return replay ? { answer: parseAnswer(replay.answer), replayed: true } : undefined;
}

const callOf = (userId: string, key: string) => ({
  userId,
  endpoint: RUN_ENDPOINT,
  idempotencyKey: key,
  requestHash: createHash('sha256').update(key).digest('hex'),
});
