import { setTimeout } from 'node:timers/promises';
import {
  endingOf,
  isReusable,
  promptWithReferences,
  replyFormatOf,
  type CompletionOutcome,
  type CompletionReply,
  type CompletionRequest,
  type ModelFacts,
  type RunHost,
  type UnknownModel,
} from '@promptwell/baiql-runtime';
import { textMessage } from '@promptwell/ai-providers/contract';
import type { UserWithRoles } from '~/core/server/session.server';
import {
  completeForRun,
  maxUsage,
  findStoredCompletion,
  type PaidCompletion,
  type RunCompletionRequest,
  type RunningCompletions,
} from '~/features/completions/index.server';
import { countriesOf } from '~/features/moderation/index.server';
import { worstCase } from '~/features/ledger/index.server';
import { outsideRequest } from '~/features/operations/index.server';
import type { BaiqlDeps } from '../deps.server';
import { NOT_REUSED, type RunStore, type StoredReply } from '../store/run-store.server';
import { countBatchInputTokens, createInputTokenCounter } from './count-input-tokens.server';
import { explainFailure, isResultPurged, isShortOfMoney } from './explain-failure.server';
import { findModel } from './find-model.server';
import type { BudgetGate } from './budget-gate.server';
import type { RunRecorder } from './run-recorder.server';
import { isLedgerUnavailable } from './wait-for-disk-space.server';

/** The limit of /api/ai/complete: longer prompts reach no model. */
const MAX_PROMPT_CHARACTERS = 400_000;
/** More than any scheduler sends for one user at a time; a guard against runaway loops. */
const MAX_CALLS_AT_ONCE = 256;
const RETRY_DELAY_MS = 500;
const NOT_STORED =
  'This needs a reply that’s no longer stored, and corrections never send requests. Ask again instead.';
const FORGOTTEN = 'The reply to this request was paid for before, and is no longer stored.';

export interface RunHostParts {
  store: RunStore;
  recorder: RunRecorder;
  funds: BudgetGate;
  runningCompletions: RunningCompletions;
  executionId: string;
  /** The user who started the run. */
  user: UserWithRoles;
  /** Called when the run has left the queue. */
  onBegun: () => Promise<void>;
}

/** Implements the engine's host for one run. The contract is in packages/baiql-runtime. */
export function createRunHost(services: BaiqlDeps, parts: RunHostParts): RunHost {
  const { store, recorder, funds, runningCompletions, executionId, user } = parts;
  const countInputTokens = createInputTokenCounter();

  async function complete(
    request: CompletionRequest,
    signal: AbortSignal,
    onReceived?: () => void,
  ): Promise<CompletionOutcome> {
    const { key, reuse } = request;
    const storedReply = await store.replyByKey(key);
    if (storedReply?.isCopy) return replyFrom(storedReply, { replayed: true });
    if (request.onlyStored === true) return findPaid(key, storedReply);
    const same = reuse === 'none' ? undefined : await findSame(request, reuse);
    if (same) return copyFor(request, same);
    if (promptWithReferences(request).length > MAX_PROMPT_CHARACTERS) {
      const maxCharacters = MAX_PROMPT_CHARACTERS.toLocaleString('en');
      return {
        kind: 'final',
        message: `The prompt with its references is longer than ${maxCharacters} characters.`,
      };
    }
    try {
      // The request that started the run may have ended long ago.
      return await outsideRequest(() => pay(request, signal, onReceived));
    } catch (error) {
      return replyFromStore(storedReply, error, FORGOTTEN) ?? explainFailure(error);
    }
  }

  /** An earlier paid completion of the transaction. A correction of it sends no request. */
  async function findPaid(key: string, storedReply: StoredReply | undefined): Promise<CompletionOutcome> {
    try {
      const paid = await findStoredCompletion(services, user, key);
      return paid === undefined ? { kind: 'final', message: NOT_STORED } : replyOf(paid);
    } catch (error) {
      return replyFromStore(storedReply, error, NOT_STORED) ?? explainFailure(error);
    }
  }

  async function pay(
    request: CompletionRequest,
    signal: AbortSignal,
    onReceived?: () => void,
  ): Promise<CompletionOutcome> {
    const { key, model, temperature, topP } = request;
    const call: RunCompletionRequest = {
      key,
      provider: model.provider,
      model: model.model,
      messages: [textMessage('user', promptWithReferences(request))],
      inputTokens: await countInputTokens(request),
      maxOutputTokens: model.maxOutputTokens,
      sampling: { temperature: temperature ?? undefined, topP: topP ?? undefined },
      format: replyFormatOf(request),
      maxCallsAtOnce: MAX_CALLS_AT_ONCE,
      signal,
      onReceived,
      runningCompletions,
    };
    let release = (charged: number): void => void charged;
    let charged = 0;
    const make = (onHeld: () => void): Promise<PaidCompletion> =>
      completeForRun(services, user, {
        ...call,
        onHeld: (amount) => {
          release = recorder.hold(amount);
          onHeld();
        },
      });
    let paid: PaidCompletion;
    try {
      paid = await funds.pay(user.userId, {
        // No hold, no request: if the ledger can't be written, the run waits instead of failing its rows.
        make: (onHeld) => recorder.diskSpace.until(() => make(onHeld), isLedgerUnavailable, signal),
        isShort: isShortOfMoney,
        waitForOthers: () => waitForOthers(signal),
        signal,
      });
      if (!paid.replayed) charged = replyOf(paid).costMicroUsd;
    } finally {
      release(charged);
    }
    const reply = replyOf(paid);
    const { text, inputTokens, outputTokens, costMicroUsd, finish } = reply;
    const fingerprint = isReusable(request, reply) ? request.fingerprint : NOT_REUSED;
    const { taskHash } = request;
    const own = { key, executionId, userId: user.userId, fingerprint, taskHash, isCopy: false };
    recorder.keepReply({ ...own, text, inputTokens, outputTokens, costMicroUsd, finish });
    return reply;
  }

  /** The user's own requests hold money as well, for a few seconds. */
  async function waitForOthers(signal: AbortSignal): Promise<boolean> {
    const { heldMicroUsd } = await services.ledger.balance(user.userId);
    if (heldMicroUsd === 0n) return false;
    await setTimeout(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    return true;
  }

  async function findSame(
    request: CompletionRequest,
    scope: 'any' | 'run',
  ): Promise<StoredReply | undefined> {
    const { key, fingerprint } = request;
    const same =
      recorder.pendingReply(fingerprint) ??
      (await store.replyToSame({ scope, executionId, userId: user.userId, fingerprint }));
    return same !== undefined && same.key !== key && isReusable(request, same) ? same : undefined;
  }

  /** A key with a reply of its own is left to `complete`, which replays it. */
  async function findReply(request: CompletionRequest): Promise<CompletionReply | null> {
    if ((await store.replyByKey(request.key)) !== undefined) return null;
    const corrected = await findCorrected(request);
    if (corrected) return copyFor(request, corrected);
    const same = await findSame(request, 'any');
    return same === undefined ? null : copyFor(request, same);
  }

  /** The user's correction of a reply to the same task, with what the model's reply had cost. */
  async function findCorrected(request: CompletionRequest): Promise<StoredReply | undefined> {
    const { key, fingerprint, taskHash } = request;
    const correction = await store.correctionOf(user.userId, taskHash);
    if (correction === undefined) return undefined;
    const { text, original } = correction;
    const same = await store.replyToSame({ scope: 'any', executionId, userId: user.userId, fingerprint });
    const { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 } = same ?? {};
    // It is found as long as it is the user's latest verdict, and no longer.
    const own = { key, executionId, userId: user.userId, fingerprint: NOT_REUSED, taskHash, isCopy: true };
    const corrected = { ...own, text, inputTokens, outputTokens, costMicroUsd };
    if (!isReusable(request, corrected)) return undefined;
    recorder.keepCorrection({ ...placeOfKey(key), taskHash, text, original });
    return corrected;
  }

  /** The copy is stored under its own key before the engine gets it, so a retry returns the same reply. */
  async function copyFor(request: CompletionRequest, same: StoredReply): Promise<CompletionReply> {
    const { key, taskHash } = request;
    const copy = { ...same, key, executionId, taskHash, isCopy: true };
    recorder.keepReply(copy);
    await recorder.flush();
    return replyFrom(copy, { replayed: false });
  }

  return {
    complete,
    findReply,
    quote: async (request) => {
      const inputTokens = await countInputTokens(request);
      const { provider, model, maxOutputTokens } = request.model;
      const known = await services.catalogue.find(provider, model);
      if (!known?.price) return { inputTokens, maxCostMicroUsd: null };
      const most = maxUsage(known, { inputTokens, maxOutputTokens });
      return { inputTokens, maxCostMicroUsd: Number(worstCase(known.price, most)) };
    },
    screen: async (text, { provider }, signal) =>
      services.moderation.screen(text, {
        provider,
        signal,
        countries: await countriesOf(services, user.userId),
      }),
    findModel: async (name) => {
      const found = await findModel(services, user, name);
      if (isStandIn(found, name)) {
        const text = `${name ?? ''} is not set up on this server: Demo replies in its place.`;
        recorder.log([{ atMs: services.clock(), level: 'warning', text }]);
      }
      return found;
    },
    countTokens: countBatchInputTokens,
    checkpoint: (results) => recorder.checkpoint(results),
    standing: async (paths) => {
      const files = await store.filesAt(executionId, paths);
      return files.filter((file) => file.isWhole && file.executionId !== executionId);
    },
    recordFiles: (written, gone) => recorder.recordFiles(written, gone),
    loadResults: (after, limit) => store.loadResults(executionId, after, limit),
    saveMemo: (changes) => recorder.saveMemo(changes),
    loadMemo: async () => {
      // A worker loads the memo first.
      await parts.onBegun();
      return store.loadMemo(executionId);
    },
    log: (lines) => recorder.log(lines),
    progress: (progress) => recorder.progress(progress),
  };
}

/** The transaction of a request, and its RUN as reviews name it: the end of the key after the STEP. */
function placeOfKey(key: string): { executionId: string; batch: number; number: number; run: string } {
  const [executionId = '', batch, number, , ...run] = key.split('/');
  return { executionId, batch: Number(batch), number: Number(number), run: run.join('/') };
}

const isStandIn = (found: ModelFacts | UnknownModel, name: string | null): boolean =>
  name !== null && 'provider' in found && found.provider === 'demo' && !name.toLowerCase().includes('demo');

function replyOf({ result, replayed }: PaidCompletion): CompletionReply & { costMicroUsd: number } {
  const { inputTokens, outputTokens } = result.usage;
  const costMicroUsd = Math.round(result.costCents * 10_000);
  const ending = endingOf(result.finishReason, result.warnings);
  return { kind: 'reply', text: result.text, inputTokens, outputTokens, costMicroUsd, replayed, ...ending };
}

/**
 * The ledger forgets completions sooner than a run becomes unresumable, so the run's own stored replies are used. These
 * are removed before the run's results.
 */
function replyFromStore(
  storedReply: StoredReply | undefined,
  error: unknown,
  ifNotStored: string,
): CompletionOutcome | undefined {
  if (!isResultPurged(error)) return undefined;
  if (storedReply === undefined) return { kind: 'final', message: ifNotStored };
  const { text, inputTokens, outputTokens, costMicroUsd, finish } = storedReply;
  return { kind: 'reply', text, inputTokens, outputTokens, costMicroUsd, replayed: true, finish };
}

function replyFrom(copy: StoredReply, { replayed }: { replayed: boolean }): CompletionReply {
  const { text, inputTokens, outputTokens, costMicroUsd } = copy;
  return {
    kind: 'reply',
    text,
    inputTokens,
    outputTokens,
    costMicroUsd: 0,
    replayed,
    savedMicroUsd: costMicroUsd,
  };
}
