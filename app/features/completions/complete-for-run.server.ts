import { createHash } from 'node:crypto';
import type { UserRef } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { FREE_SENDS_PER_DAY, readSpendCaps } from './call-limits.server';
import { parseAnswer } from './contract';
import { payForCall, type PaidAnswer, type PaidCall } from './pay-for-call.server';
import { chooseModel, type PlannedCall } from './plan-call.server';
import { calledOff } from './failed-calls.server';
import type { RunningCalls } from './running-calls.server';

/** Idempotency endpoint of batch runs. */
export const RUN_ENDPOINT = 'baiql';

/** One completion of a batch run. The run has already checked that its user is on a paid plan. */
export interface RunCall
  extends
    Pick<PlannedCall, 'messages' | 'sampling' | 'format' | 'inputTokens' | 'maxOutputTokens'>,
    Pick<PaidCall, 'onReceived'> {
  /** Registry that counts this completion, and the user's concurrency limit for runs. */
  runningCalls: RunningCalls;
  maxCallsAtOnce: number;
  /** Permanent idempotency key: a repeated key returns the first completion, even if the request differs. */
  key: string;
  provider: string;
  model: string;
  /** Once aborted, nothing is sent. A completion already sent is still charged. */
  signal: AbortSignal;
  /** Called once the worst-case cost is held. */
  onHeld?: (amountMicroUsd: bigint) => void;
}

/**
 * A paid completion for a batch run, with the same holds, caps and ledger entries as a user's send. Never uses the free
 * allowance.
 */
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
    // The engine counts its own retries, and a batch must use the model that its script names.
    retries: false,
    notAfter: run.signal,
    onHeld,
    onReceived: run.onReceived,
  };
  const most = { calls: run.maxCallsAtOnce, retryAfterSeconds: 1 };
  return run.runningCalls.track(name, most, (stop) => payForCall(services, { ...paidCall, signal: stop }));
}

/** The stored completion for a key of a batch run; undefined if there is none. */
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
