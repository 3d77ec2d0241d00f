import {
  type Expectation,
  KEPT_TEXT_CHARACTERS,
  type Spent,
  type TransactionResult,
  type TransactionStatus,
} from '../records.js';
import { leftOutLine } from './limits.js';
import { runBody, type BodyEnd } from './run-body.js';
import { BoundError, TransactionError } from './script-error.js';
import { sendToOutput } from './send-to-output.js';
import type { BatchContext } from './services.js';
import { inputHash, type TransactionInput } from './transaction-input.js';
import { TransactionState } from './transaction-state.js';

/** A finished transaction, and whether it ends the run. */
export interface Executed {
  readonly result: TransactionResult;
  /** Null if the run continues; else the user-facing reason. */
  readonly halt: string | null;
}

/** The result of a transaction whose input turned out to be unreadable. */
export interface PendingTransaction {
  readonly number: number;
  readonly label: string;
  /** @throws TransactionError */
  load(): Promise<TransactionInput>;
}

/**
 * Executes the batch's body on one transaction. The transaction's own failures become its result.
 * @param earlier the previous result, if it is run again.
 * @throws RunStop
 */
export async function executeTransaction(
  context: BatchContext,
  pending: PendingTransaction,
  earlier: TransactionResult | null = null,
): Promise<Executed> {
  let state: TransactionState | null = null;
  try {
    const input = await context.room.acquire(pending.number, () => pending.load());
    state = new TransactionState(input, earlier, context.room);
    state.mark =
      context.sharedHashes === null ? hashOfReplaced(input, earlier) : inputHash(input, context.sharedHashes);
    const end = await runBody(context, state, context.batch.body);
    return finish(context, pending, state, end);
  } catch (error) {
    if (!(error instanceof TransactionError)) throw error;
    // Errors after a failed RUN are consequences of it, so the RUN's failure is reported.
    const isBound = error instanceof BoundError;
    const cause = isBound ? null : (state?.failure ?? null);
    const failed = conclude(context, pending, state, 'failed', cause ?? error.message, earlier);
    const blamed = isBound || cause !== null ? [] : (state?.origins.blamed ?? []);
    return { result: blame(failed, blamed), halt: null };
  } finally {
    state?.releaseMemory();
    context.room.leave(pending.number);
  }
}

/** If its own file was replaced, it is requested anew; a correction applies to the earlier request. */
function hashOfReplaced({ source }: TransactionInput, earlier: TransactionResult | null): string | null {
  const isReplaced =
    earlier?.source !== undefined && earlier.source !== source && earlier.revision === undefined;
  return isReplaced ? (source ?? null) : (earlier?.input ?? null);
}

function finish(
  context: BatchContext,
  pending: PendingTransaction,
  state: TransactionState,
  end: BodyEnd,
): Executed {
  if (end === 'skip' && !state.isFailureUnknown) {
    return { result: conclude(context, pending, state, 'skipped', 'SKIP'), halt: null };
  }
  const halt = end === 'halt' ? `HALT in transaction ${pending.number}.` : null;
  if (state.failure !== null) {
    const policy =
      context.batch.errorPolicy.then === 'HALT'
        ? `ERROR HALT: transaction ${pending.number} failed. ${state.failure}`
        : null;
    return { result: conclude(context, pending, state, 'failed', state.failure), halt: halt ?? policy };
  }
  for (const output of state.awaitedOutputs) sendToOutput(context, state, output);
  return { result: conclude(context, pending, state, 'succeeded', null), halt };
}

function conclude(
  context: BatchContext,
  { number, label }: PendingTransaction,
  state: TransactionState | null,
  status: TransactionStatus,
  reason: string | null,
  earlier: TransactionResult | null = null,
): TransactionResult {
  const { batch, globals } = context;
  const leftOut =
    state === null || state.linesLeftOut === 0 ? null : leftOutLine(state.linesLeftOut, 'transaction');
  if (leftOut !== null) context.services.log(leftOut);
  return {
    batch: batch.number,
    number,
    status,
    label,
    ...reasonOf(state, status, reason),
    ...expectationsOf(state),
    prompt: cut(state?.sent?.request.prompt ?? ''),
    reply: cut(state?.reply ?? ''),
    ...failedRunsOf(state, earlier),
    ...(typeof state?.lastRun === 'string' ? { lastRun: state.lastRun } : {}),
    ...(typeof state?.mark === 'string' ? { input: state.mark } : {}),
    ...(state?.input.source === undefined ? {} : { source: state.input.source }),
    runs: state?.replies ?? 0,
    ...(state === null || state.freeReplies === 0 ? {} : { freeReplies: state.freeReplies }),
    ...spentBy(state ?? earlier),
    // Output from before a SKIP is kept.
    outputs: status === 'failed' ? [] : outputsOf(state),
    logLines: [...(state?.logLines ?? []), ...(leftOut === null ? [] : [leftOut])],
    ...(batch.sequential ? { globals: Object.fromEntries(globals) } : {}),
  };
}

function expectationsOf(state: TransactionState | null): Pick<TransactionResult, 'expects' | 'isUnmet'> {
  const expects = inPlaces(state);
  if (expects.length === 0) return {};
  return { expects, ...(expects.some(({ isMet }) => !isMet) ? { isUnmet: true } : {}) };
}

const inPlaces = (state: TransactionState | null): readonly Expectation[] =>
  [...(state?.expects ?? [])].sort(([one], [other]) => one - other).map(([, expectation]) => expectation);

/** An OUTPUT may precede an EXPECT, whose result is known only at the end. */
function outputsOf(state: TransactionState | null): TransactionResult['outputs'] {
  const expects = inPlaces(state);
  if (state === null || expects.length === 0) return state?.outputs ?? [];
  const unmet = expects.filter(({ isMet }) => !isMet).map(({ label }) => label);
  const expected = unmet.length === 0 ? 'met' : `not met: ${unmet.join('; ')}`;
  return state.outputs.map(({ output, result }) => ({ output, result: { ...result, expected } }));
}

/** For a successful transaction: which reply is truncated. */
function reasonOf(
  state: TransactionState | null,
  status: TransactionStatus,
  reason: string | null,
): Pick<TransactionResult, 'reason' | 'isCutOff'> {
  if (status === 'succeeded' && typeof state?.truncationNote === 'string') {
    return { reason: state.truncationNote, isCutOff: true };
  }
  return reason === null ? {} : { reason };
}

function spentBy(spender: Spent | null): Spent {
  if (spender === null) return { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };
  const { inputTokens, outputTokens, costMicroUsd } = spender;
  return { inputTokens, outputTokens, costMicroUsd };
}

function failedRunsOf(
  state: TransactionState | null,
  earlier: TransactionResult | null,
): Pick<TransactionResult, 'failedRuns' | 'badReplies'> {
  if (state === null) {
    const { failedRuns = [], badReplies } = earlier ?? {};
    return badReplies === undefined ? { failedRuns } : { failedRuns, badReplies };
  }
  const failed = [...state.skippedRuns].filter((run) => !state.badReplies.has(run));
  const bad = state.badReplies.size === 0 ? {} : { badReplies: [...state.badReplies] };
  return { failedRuns: [...failed, ...state.failedRuns], ...bad };
}

/** A statement failed on these replies; they are requested again when the transaction is run again. */
function blame(result: TransactionResult, replies: readonly string[]): TransactionResult {
  if (replies.length === 0) return result;
  return { ...result, badReplies: [...new Set([...(result.badReplies ?? []), ...replies])] };
}

function cut(text: string): string {
  return text.length <= KEPT_TEXT_CHARACTERS ? text : `${text.slice(0, KEPT_TEXT_CHARACTERS)}…`;
}
