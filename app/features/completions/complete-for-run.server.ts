import { createHash } from 'node:crypto';
import type { UserRef, UserWithRoles } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { FREE_SENDS_PER_DAY, readSpendCaps } from './completion-limits.server';
import { parseCompletionResult } from './contract';
import {
  payForCompletion,
  type PaidCompletion,
  type PaidCompletionRequest,
} from './pay-for-completion.server';
import { candidateOf, chooseModel, type Question } from './plan-completion.server';
import { cancelledError } from './failed-completions.server';
import type { RunningCompletions } from './running-completions.server';

/** Idempotency endpoint of batch runs. */
export const RUN_ENDPOINT = 'baiql';

/** One completion of a batch run. The run has already checked that its user is on a paid plan. */
export interface RunCompletionRequest
  extends Omit<Question, 'effort'>, Pick<PaidCompletionRequest, 'maxOutputTokens' | 'onHeld' | 'onReceived'> {
  inputTokens: number;
  /** Registry that counts this completion, and the user's concurrency limit for runs. */
  runningCompletions: RunningCompletions;
  maxCallsAtOnce: number;
  /** Permanent idempotency key: a repeated key returns the first completion, even if the request differs. */
  key: string;
  provider: string;
  model: string;
  /** Once aborted, nothing is sent. A completion already sent is still charged. */
  signal: AbortSignal;
}

/**
 * A paid completion for a batch run, with the same holds, caps and ledger entries as a user's send. Never uses the free
 * allowance.
 */
export async function completeForRun(
  services: CompletionsDeps,
  { userId, apiKey }: UserRef & Pick<UserWithRoles, 'apiKey'>,
  run: RunCompletionRequest,
): Promise<PaidCompletion> {
  const { key, messages, sampling, format, maxOutputTokens, onHeld, onReceived } = run;
  const stored = await findStoredCompletion(services, { userId }, key);
  if (stored) return stored;
  const call = callOf(userId, key);
  if (run.signal.aborted) throw cancelledError();

  const chosen = await chooseModel(services, 'pro', run);
  const caps = await readSpendCaps(services, userId);
  const name = { userId, endpoint: RUN_ENDPOINT, key };
  const own = candidateOf(
    { ...chosen, webSearch: undefined, warnings: [] },
    { messages, sampling, format },
    run.inputTokens,
  );
  const completion: Omit<PaidCompletionRequest, 'signal'> = {
    candidates: [own],
    maxOutputTokens,
    isFree: false,
    payer: { ...call, apiKey, limits: { freeSendsPerDay: FREE_SENDS_PER_DAY, ...caps } },
    doNotStore: false,
    // The engine counts its own retries, and a batch must use the model that its script names.
    retries: false,
    notAfter: run.signal,
    onHeld,
    onReceived,
  };
  const limit = { calls: run.maxCallsAtOnce, retryAfterSeconds: 1 };
  return run.runningCompletions.track(name, limit, (stop) =>
    payForCompletion(services, { ...completion, signal: stop }),
  );
}

/** The stored completion for a key of a batch run; undefined if there is none. */
export async function findStoredCompletion(
  services: Pick<CompletionsDeps, 'ledger'>,
  { userId }: UserRef,
  key: string,
): Promise<PaidCompletion | undefined> {
  const replay = await services.ledger.replay(callOf(userId, key));
  return replay && { result: parseCompletionResult(replay.answer), replayed: true };
}

const callOf = (userId: string, key: string) => ({
  userId,
  endpoint: RUN_ENDPOINT,
  idempotencyKey: key,
  requestHash: createHash('sha256').update(key).digest('hex'),
});
