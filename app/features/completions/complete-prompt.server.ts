import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { costCents, wholeCents } from '~/core/shared/money';
import { ownMicroUsd } from '~/core/shared/permissions';
import type { UserRef, UserWithRoles } from '~/core/server/session.server';
import type { HoldRequest, SpendLimits } from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import {
  chatLimits,
  FREE_SENDS_PER_DAY,
  takeOutputOverride,
  readSpendCaps,
} from './completion-limits.server';
import { COMPLETE_ENDPOINT, parseCompletionResult, type CompletionResponse } from './contract';
import { refuseBlocked, rememberCompletion } from './messages.server';
import {
  payForCompletion,
  type PaidCompletion,
  type PaidCompletionRequest,
} from './pay-for-completion.server';
import { planCompletion, type PlannedRequest } from './plan-completion.server';
import { stopErrorOf } from './stop-reasons';
import type { ConcurrencyLimit } from './running-completions.server';
import type { CompleteRequest } from './schema';

const LONG_CHARACTERS = 64 * 1024;
const SLICE_CHARACTERS = 1024 * 1024;
const MAX_CONCURRENT: ConcurrencyLimit = { calls: 64, retryAfterSeconds: 1 };

export interface Send extends StreamListeners {
  /** The client's idempotency key. */
  key: string;
  request: CompleteRequest;
}

interface StreamListeners {
  /** Called once the cost is held, just before the provider request. */
  onStarted?: (started: { estCostCents: number }) => void;
  /** Requests streaming; called with each delta. */
  onText?: (delta: string) => void;
  /** Like `onText`, for reasoning deltas. */
  onReasoning?: (delta: string) => void;
}

/** The purpose of a completion: the user's own send, or one with built-in instructions. */
export interface Task {
  endpoint: string;
  freePerDay: number;
  isOptimization: boolean;
  instructions: string | undefined;
}

const SEND: Task = {
  endpoint: COMPLETE_ENDPOINT,
  freePerDay: FREE_SENDS_PER_DAY,
  isOptimization: false,
  instructions: undefined,
};

/** Runs a user's send. */
export const completePrompt = (
  services: CompletionsDeps,
  actor: UserWithRoles,
  { key, request, ...listeners }: Send,
  { endpoint, instructions, freePerDay, isOptimization }: Task = SEND,
): Promise<CompletionResponse> =>
  runCompletion(services, actor, {
    ...listeners,
    endpoint,
    key,
    content: request,
    plan: (signal) => planCompletion(services, actor, request, { instructions, signal }),
    purpose: { isOptimization, categoryId: request.categoryId },
    limits: { freeSendsPerDay: freePerDay, ...chatLimits(request) },
    savedPromptId: request.savedPromptId,
    doNotStore: request.doNotStoreContent,
  });

/** A completion from the first check to the charge. */
export interface CompletionJob
  extends StreamListeners, Pick<PaidCompletionRequest, 'keepsResult' | 'onToolCall' | 'onToolState'> {
  endpoint: string;
  key: string;
  /** Everything that distinguishes it from other requests; a key can't be used for two. */
  content: object;
  plan: (signal: AbortSignal) => Promise<PlannedRequest>;
  purpose: Pick<HoldRequest, 'isOptimization' | 'categoryId'>;
  /** Besides the user's own spend caps. */
  limits: SpendLimits;
  savedPromptId?: string | undefined;
  doNotStore: boolean;
}

/**
 * Replays the stored completion, or checks the request and pays for one. It is registered from the first check on, so a
 * client that lost its connection can find it by its key, and stop it.
 */
export async function runCompletion(
  services: CompletionsDeps,
  actor: UserWithRoles,
  job: CompletionJob,
): Promise<CompletionResponse> {
  const { userId } = actor;
  const name = { userId, endpoint: job.endpoint, key: job.key };
  const reply = await services.runningCompletions.track(name, MAX_CONCURRENT, (signal) =>
    replayOrPay(services, actor, job, signal),
  );
  rememberCompletion(services, reply.text, { userId, provider: reply.provider });
  return reply;
}

async function replayOrPay(
  services: CompletionsDeps,
  actor: UserWithRoles,
  job: CompletionJob,
  signal: AbortSignal,
): Promise<CompletionResponse> {
  const { userId } = actor;
  const { key, endpoint, onStarted, onText, onReasoning, onToolCall, onToolState } = job;
  const requestHash = await hashRequest(job.content);
  const call = { userId, endpoint, idempotencyKey: key, requestHash };
  // Replays come before today's plan and limits are checked: the balance may be spent by now.
  const replay = await services.ledger.replay(call);
  if (replay) {
    return withBalance(services, userId, { result: parseCompletionResult(replay.answer), replayed: true });
  }

  const checked = await checkSend(services, actor, job, signal).catch((error: unknown) => {
    throw signal.aborted ? stopErrorOf(signal, error) : error;
  });
  const { caps, planned, mustNotStore } = checked;
  const raised = await takeOutputOverride(services, actor, planned);
  const maxOutputTokens = raised?.maxOutputTokens ?? planned.maxOutputTokens;
  try {
    const paid = await payForCompletion(services, {
      ...planned,
      maxOutputTokens,
      payer: { ...call, apiKey: actor.apiKey, ...job.purpose, limits: { ...job.limits, ...caps } },
      onText,
      onReasoning,
      onToolCall,
      onToolState,
      doNotStore: job.doNotStore || mustNotStore,
      keepsResult: job.keepsResult,
      signal,
      onHeld: (amountMicroUsd) =>
        onStarted?.({ estCostCents: planned.isFree ? 0 : costCents(amountMicroUsd) }),
    });
    if (paid.replayed) await raised?.returnUse();
    await announceSettled(services, actor, job, paid);
    return await withBalance(services, userId, paid);
  } catch (error) {
    await raised?.returnUse();
    throw error;
  }
}

/** All checks before the hold. */
async function checkSend(
  services: CompletionsDeps,
  { userId }: UserWithRoles,
  { plan }: CompletionJob,
  signal: AbortSignal,
) {
  const caps = await readSpendCaps(services, userId);
  const planned = await plan(signal);
  const about = { userId, provider: planned.candidates[0].model.provider, signal };
  const { mustNotStore } = await refuseBlocked(services, planned.judged, about);
  return { caps, planned, mustNotStore };
}

/** The completion is already charged, so a failing listener must not keep it from the client. */
async function announceSettled(
  { onCompletionSettled, log }: Pick<CompletionsDeps, 'log' | 'onCompletionSettled'>,
  actor: UserRef,
  { key, savedPromptId }: CompletionJob,
  { result }: Pick<PaidCompletion, 'result'>,
): Promise<void> {
  const settled = { actor, operationKey: key, savedPromptId, costUsd: result.usage.costUsd };
  await onCompletionSettled(settled).catch((err: unknown) => {
    log.warn({ err, promptId: savedPromptId }, 'a use of a saved prompt was not counted');
  });
}

async function withBalance(
  { ledger }: Pick<CompletionsDeps, 'ledger'>,
  userId: string,
  { result, replayed, balance: settled }: PaidCompletion,
): Promise<CompletionResponse> {
  const balance = settled ?? (await ledger.balance(userId));
  // Chats end at this balance, so other requests' holds must not reduce it.
  const own = ownMicroUsd(balance);
  return {
    ...result,
    balanceCents: wholeCents(own),
    balanceMicroUsd: Number(own),
    freeSendsToday: balance.freeSendsToday,
    replayed,
  };
}

/**
 * SHA-256 over everything that distinguishes a request. Long texts and images, up to 32 MB, are hashed in slices that
 * yield to the event loop.
 */
export async function hashRequest(request: object): Promise<string> {
  const long: string[] = [];
  const outline = JSON.stringify(request, (_name, value: unknown) => {
    if (typeof value !== 'string' || value.length <= LONG_CHARACTERS) return value;
    long.push(value);
    return `${String(value.length)} characters`;
  });
  const hash = createHash('sha256').update(outline);
  for (const text of long) {
    for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
      hash.update(text.slice(start, start + SLICE_CHARACTERS));
      await setImmediate();
    }
  }
  return hash.digest('hex');
}
