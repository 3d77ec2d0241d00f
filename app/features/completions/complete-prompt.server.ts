import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { costCents, wholeCents } from '~/core/shared/money';
import { ownMicroUsd } from '~/core/shared/permissions';
import type { UserRef, UserWithRoles } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import {
  chatLimits,
  FREE_SENDS_PER_DAY,
  takeOutputOverride,
  readSpendCaps,
} from './completion-limits.server';
import { COMPLETE_ENDPOINT, parseCompletionResult, type CompletionResponse } from './contract';
import { refuseBlocked, rememberCompletion } from './messages.server';
import { payForCompletion, type PaidCompletion } from './pay-for-completion.server';
import { planCompletion } from './plan-completion.server';
import { stopErrorOf } from './stop-reasons';
import type { ConcurrencyLimit } from './running-completions.server';
import type { CompleteRequest } from './schema';

const LONG_CHARACTERS = 64 * 1024;
const SLICE_CHARACTERS = 1024 * 1024;
const MAX_CONCURRENT: ConcurrencyLimit = { calls: 64, retryAfterSeconds: 1 };

export interface Send {
  /** The client's idempotency key. */
  key: string;
  request: CompleteRequest;
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

/**
 * Runs a user's send: replays the stored completion, or checks the request and pays for one. It is registered from the
 * first check on, so a client that lost its connection can find it by its key, and stop it.
 */
export async function completePrompt(
  services: CompletionsDeps,
  actor: UserWithRoles,
  send: Send,
  task: Task = SEND,
): Promise<CompletionResponse> {
  const { userId } = actor;
  const name = { userId, endpoint: task.endpoint, key: send.key };
  const reply = await services.runningCompletions.track(name, MAX_CONCURRENT, (signal) =>
    replayOrPay(services, actor, send, task, signal),
  );
  rememberCompletion(services, reply.text, { userId, provider: reply.provider });
  return reply;
}

async function replayOrPay(
  services: CompletionsDeps,
  actor: UserWithRoles,
  send: Send,
  task: Task,
  signal: AbortSignal,
): Promise<CompletionResponse> {
  const { userId } = actor;
  const { key, request, onStarted, onText, onReasoning } = send;
  const requestHash = await hashRequest(request);
  const call = { userId, endpoint: task.endpoint, idempotencyKey: key, requestHash };
  // Replays come before today's plan and limits are checked: the balance may be spent by now.
  const replay = await services.ledger.replay(call);
  if (replay) {
    return withBalance(services, userId, { result: parseCompletionResult(replay.answer), replayed: true });
  }

  const checked = await checkSend(services, actor, request, task, signal).catch((error: unknown) => {
    throw signal.aborted ? stopErrorOf(signal, error) : error;
  });
  const { caps, planned, mustNotStore } = checked;
  const raised = await takeOutputOverride(services, actor, planned);
  const maxOutputTokens = raised?.maxOutputTokens ?? planned.maxOutputTokens;
  try {
    const paid = await payForCompletion(services, {
      ...planned,
      maxOutputTokens,
      payer: {
        ...call,
        apiKey: actor.apiKey,
        isOptimization: task.isOptimization,
        categoryId: request.categoryId,
        limits: { freeSendsPerDay: task.freePerDay, ...caps, ...chatLimits(request) },
      },
      onText,
      onReasoning,
      doNotStore: request.doNotStoreContent || mustNotStore,
      signal,
      onHeld: (amountMicroUsd) =>
        onStarted?.({ estCostCents: planned.isFree ? 0 : costCents(amountMicroUsd) }),
    });
    if (paid.replayed) await raised?.giveBack();
    await announceSettled(services, actor, { key, request, result: paid.result });
    return await withBalance(services, userId, paid);
  } catch (error) {
    await raised?.giveBack();
    throw error;
  }
}

/** All checks before the hold. */
async function checkSend(
  services: CompletionsDeps,
  actor: UserWithRoles,
  request: CompleteRequest,
  { instructions }: Task,
  signal: AbortSignal,
) {
  const { userId } = actor;
  const caps = await readSpendCaps(services, userId);
  const planned = await planCompletion(services, actor, request, { instructions, signal });
  const about = { userId, provider: planned.candidates[0].model.provider, signal };
  const { mustNotStore } = await refuseBlocked(services, planned.judged, about);
  return { caps, planned, mustNotStore };
}

/** The completion is already charged, so a failing listener must not keep it from the client. */
async function announceSettled(
  { onCompletionSettled, log }: Pick<CompletionsDeps, 'log' | 'onCompletionSettled'>,
  actor: UserRef,
  { key, request: { savedPromptId }, result }: Pick<Send, 'key' | 'request'> & Pick<PaidCompletion, 'result'>,
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
