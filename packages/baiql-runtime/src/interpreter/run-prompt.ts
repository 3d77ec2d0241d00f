import type { PlanStatement } from '@promptwell/baiql-lang';
import type { CompletionReply } from '../host.js';
import { isJsonProblem, truncationNote, replyProblem } from './reply-problem.js';
import type { Budget } from './budget.js';
import { fillText, type Lookup } from './evaluate.js';
import { comesAfter, nextKey, type RunKey } from './run-key.js';
import { RunStop, TransactionError } from './script-error.js';
import type { Ask, AskOutcome, BatchContext } from './services.js';
import { toText } from './values.js';
import type { SentPrompt, TransactionState } from './transaction-state.js';

export type RunStatement = Extract<PlanStatement, { kind: 'run' }>;

/** Context of a RUN. */
export interface Sending {
  readonly context: BatchContext;
  readonly state: TransactionState;
  readonly lookup: Lookup;
  readonly budget: Budget;
}

/** RUN: fills the prompt, sends it and takes the reply. A permanent failure is stored in `state.failure`. */
export async function runPrompt(sending: Sending, statement: RunStatement): Promise<void> {
  const { context, state } = sending;
  const sent = await prepare(sending, statement);
  if (sent === null) return;
  state.setSent(sent);
  await sendAndRetry(sending, sent, 0, statement.retries ?? context.batch.errorPolicy.retries);
}

/** RETRY: sends the latest RUN again while it fails, up to `times`. */
export async function retryLatest(sending: Sending, times: number): Promise<void> {
  const { state } = sending;
  if (state.failure === null || state.sent === null || times < 1) return;
  await sendAndRetry(sending, state.sent, 1, times);
}

/** The filled prompt; null if it was blocked. */
async function prepare(sending: Sending, statement: RunStatement): Promise<SentPrompt | null> {
  const { context, state, lookup, budget } = sending;
  const { promptIndex } = state;
  const text = promptIndex === null ? undefined : context.prompts.get(promptIndex);
  if (promptIndex === null || text === undefined) throw new TransactionError('RUN has no PROMPT to send.');
  let prompt = fillText(text, lookup);
  if (context.noteFilled !== undefined) {
    for (const part of text) if ('name' in part) context.noteFilled(part.written, toText(lookup(part.name)));
  }
  state.origins.fillsPrompt();
  // An estimate has empty replies.
  const isKnown = !context.isDry || state.reply === null;
  if (isKnown && prompt.trim() === '') throw new TransactionError('The prompt is empty.');
  if (statement.screen) {
    const verdict = await budget.waitFor(context.services.screen(prompt, state.step));
    if (verdict.kind === 'blocked') {
      state.setFailure(verdict.message);
      state.reply = '';
      // RETRY after a blocked prompt must not send the previous RUN again.
      state.setSent(null);
      return null;
    }
    if (verdict.warning !== undefined) {
      context.services.log(`Transaction ${state.input.number}: ${verdict.warning}`);
    }
    prompt = verdict.text;
  }
  const fields = context.jsonRuns.get(statement.run);
  return {
    run: statement.run,
    promptIndex,
    request: {
      prompt,
      json: fields !== undefined,
      fields: fields?.length === 0 ? undefined : fields,
      ...(context.hasClosedFields === true ? { isClosed: true } : {}),
      step: state.step,
      reuse: statement.cache === null ? 'run' : REUSE[statement.cache],
      references: state.input.references,
    },
  };
}

const REUSE = { CACHE: 'any', NOCACHE: 'none' } as const;

/** Sends until there is a reply, from retry number `first` (0: the initial attempt) to `last`. */
async function sendAndRetry(sending: Sending, sent: SentPrompt, first: number, last: number): Promise<void> {
  const { context, state } = sending;
  for (let retry = first; retry <= last; retry += 1) {
    const next = nextKey(context, state, sent);
    const { key, suffix } = next;
    state.lastRun = suffix;
    state.origins.sends(suffix);
    const failure = context.services.previousFailure(key) ?? (await sendOnce(sending, sent, next, retry));
    state.setFailure(failure);
    if (failure === null) return;
    if (isJsonProblem(failure)) state.refusal = { run: suffix, reason: failure };
    state.failedRuns.push(suffix);
    state.reply = '';
    if (retry < last || context.handlesFailures) await context.services.keepFailure(key, failure);
  }
}

/** Null for a reply, else the failure. */
async function sendOnce(
  { context, state, budget }: Sending,
  { request }: SentPrompt,
  { key, suffix, isAnew }: RunKey,
  retry: number,
): Promise<string | null> {
  const { services } = context;
  const startedMs = services.nowMs();
  const revised = revise(state, suffix);
  const { refusal } = state;
  const isAgain = refusal !== null && request.json && comesAfter(suffix, refusal.run);
  const ask: Ask = {
    ...request,
    ...(isAgain ? { refusal: refusal.reason } : {}),
    key,
    reuse: isAnew ? 'none' : request.reuse,
    isFirst: state.isFirstSend,
    countsReplay: !state.isAgain,
    ...revised.ask,
  };
  state.isFirstSend = false;
  const answer = revised.reply ?? (await budget.waitFor(services.ask(ask)));
  const tookMs = services.nowMs() - startedMs;
  if (answer.kind === 'stopped') throw new RunStop(answer.cause, answer.message);
  const lack = answer.kind === 'reply' ? truncationNote(answer) : null;
  state.latest = { retries: retry, tookMs, isCutOff: lack !== null, ...costOf(answer) };
  if (answer.kind === 'failed') return answer.message;
  count(state, answer);
  for (const note of answer.notes ?? []) services.log(`Transaction ${state.input.number}: ${note}`);
  const problem = context.isDry ? null : replyProblem(request, answer);
  if (problem !== null) return problem;
  state.reply = answer.text.trim();
  if (lack !== null) state.truncationNote = lack;
  return null;
}

/**
 * The effect of a revision on a RUN. Earlier RUNs replay their replies without sending anything; the revised one takes
 * the manual reply, or is sent again ignoring stored replies to identical requests.
 */
function revise(
  state: TransactionState,
  ending: string,
): { reply?: CompletionReply; ask: { onlyStored?: boolean; reuse?: 'none' } } {
  const { revision } = state;
  if (revision === null || state.isRevised) return { ask: {} };
  if (revision.reply === null) {
    state.isRevised = comesAfter(ending, revision.run);
    return { ask: state.isRevised ? { reuse: 'none' } : { onlyStored: true } };
  }
  if (ending !== revision.run) return { ask: { onlyStored: true } };
  const { reply: text } = revision;
  const reply = {
    kind: 'reply',
    text,
    inputTokens: 0,
    outputTokens: 0,
    costMicroUsd: 0,
    replayed: true,
  } as const;
  return { reply, ask: {} };
}

function costOf(answer: Exclude<AskOutcome, { kind: 'stopped' }>): {
  costMicroUsd: number;
  fromCache: boolean;
} {
  if (answer.kind === 'failed') return { costMicroUsd: 0, fromCache: false };
  return { costMicroUsd: answer.costMicroUsd ?? 0, fromCache: answer.savedMicroUsd !== undefined };
}

function count(state: TransactionState, reply: CompletionReply): void {
  state.replies += 1;
  if (reply.savedMicroUsd !== undefined) state.freeReplies += 1;
  if (reply.replayed && state.isAgain) return;
  state.inputTokens += reply.inputTokens;
  state.outputTokens += reply.outputTokens;
  state.costMicroUsd =
    state.costMicroUsd === null || reply.costMicroUsd === null
      ? null
      : state.costMicroUsd + reply.costMicroUsd;
}
