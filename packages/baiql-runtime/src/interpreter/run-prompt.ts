import type { PlanStatement } from '@promptwell/baiql-lang';
import { replyProblem } from './reply-problem.js';
import type { Budget } from './budget.js';
import { fillText, type Lookup } from './evaluate.js';
import { LIMITS } from './limits.js';
import { BoundError, RunStop, TransactionError } from './script-error.js';
import type { AskAnswer, BatchContext } from './services.js';
import type { SentPrompt, TransactionState } from './transaction-state.js';

export type RunStatement = Extract<PlanStatement, { kind: 'run' }>;

/** What a RUN works with. */
export interface Sending {
  readonly context: BatchContext;
  readonly state: TransactionState;
  readonly lookup: Lookup;
  readonly budget: Budget;
}

/** RUN: fills the prompt, sends it, and takes the reply; a failure for good is left in `state.failure`. */
export async function runPrompt(sending: Sending, statement: RunStatement): Promise<void> {
  const { context, state } = sending;
  const sent = await prepare(sending, statement);
  if (sent === null) return;
  state.setSent(sent);
  await sendAndRetry(sending, sent, statement.retries ?? context.batch.errorPolicy.retries, false);
}

/** RETRY: sends the latest RUN again while it fails, so many times at most. */
export async function retryLatest(sending: Sending, times: number): Promise<void> {
  const { state } = sending;
  if (state.failure === null || state.sent === null || times < 1) return;
  await sendAndRetry(sending, state.sent, times - 1, true);
}

/** The filled prompt; null when it was blocked. */
async function prepare(sending: Sending, statement: RunStatement): Promise<SentPrompt | null> {
  const { context, state, lookup, budget } = sending;
  const { promptIndex } = state;
  const text = promptIndex === null ? null : context.prompts.get(promptIndex);
  if (promptIndex === null || text === null || text === undefined)
    throw new TransactionError('RUN has no PROMPT to send.');
  let prompt = fillText(text, lookup);
  if (prompt.trim() === '') throw new TransactionError('The prompt is empty.');
  if (statement.screen) {
    const verdict = await budget.waitFor(context.services.screen(prompt));
    if (verdict.kind === 'blocked') {
      state.failure = verdict.message;
      state.reply = '';
      // What the RUN before has sent is not what RETRY sends again.
      state.setSent(null);
      return null;
    }
    if (verdict.warning !== undefined) {
      context.services.log(`Transaction ${state.input.number}: ${verdict.warning}`);
    }
    prompt = verdict.text;
  }
  const reuse = statement.cache === null ? 'run' : statement.cache === 'CACHE' ? 'any' : 'none';
  const { run } = statement;
  const fields = context.jsonRuns.get(run);
  const json = fields !== undefined;
  const { step } = state;
  const sent = { run, promptIndex, prompt, json, step, reuse, references: state.input.references } as const;
  return fields === undefined || fields.length === 0 ? sent : { ...sent, fields };
}

/** Sends until there is a reply, once and `retries` times more. */
async function sendAndRetry(
  sending: Sending,
  sent: SentPrompt,
  retries: number,
  isRetry: boolean,
): Promise<void> {
  const { context, state } = sending;
  for (let retry = isRetry ? 1 : 0; ; retry += 1) {
    const { key, ending } = nextKey(context, state, sent);
    const failure = context.services.earlierFailure(key) ?? (await sendOnce(sending, sent, key, retry));
    state.failure = failure;
    if (failure === null) return;
    state.failedRuns.push(ending);
    state.reply = '';
    const left = retries - (isRetry ? retry - 1 : retry);
    if (left > 0 || context.handlesFailures) await context.services.keepFailure(key, failure);
    if (left <= 0) return;
  }
}

/** Null for a reply, else why there is none. */
async function sendOnce(
  { context, state, budget }: Sending,
  sent: SentPrompt,
  key: string,
  retry: number,
): Promise<string | null> {
  const { services } = context;
  const startedMs = services.nowMs();
  const { prompt, json, fields, step, reuse, references } = sent;
  const asked = { key, prompt, json, step, reuse, references, isFirst: state.isFirstSend };
  const ask = fields === undefined ? asked : { ...asked, fields };
  state.isFirstSend = false;
  const answer = await budget.waitFor(services.ask(ask));
  const tookMs = services.nowMs() - startedMs;
  if (answer.kind === 'stopped') throw new RunStop(answer.cause, answer.message);
  const isCutOff = answer.kind === 'reply' && answer.finish === 'length';
  state.latest = { retries: retry, tookMs, isCutOff, ...costOf(answer) };
  if (answer.kind === 'failed') return answer.message;
  count(context, state, answer);
  for (const note of answer.notes ?? []) services.log(`Transaction ${state.input.number}: ${note}`);
  const problem = context.isDry ? null : replyProblem(sent, answer);
  if (problem !== null) return problem;
  state.reply = answer.text.trim();
  if (isCutOff) state.cutOffTokens = answer.outputTokens;
  return null;
}

function costOf(answer: Exclude<AskAnswer, { kind: 'stopped' }>): {
  costMicroUsd: number;
  fromCache: boolean;
} {
  if (answer.kind === 'failed') return { costMicroUsd: 0, fromCache: false };
  return { costMicroUsd: answer.costMicroUsd ?? 0, fromCache: answer.savedMicroUsd !== undefined };
}

function count(
  { countsReplays }: BatchContext,
  state: TransactionState,
  reply: Extract<AskAnswer, { kind: 'reply' }>,
): void {
  state.replies += 1;
  if (reply.replayed && !countsReplays) return;
  state.inputTokens += reply.inputTokens;
  state.outputTokens += reply.outputTokens;
  state.costMicroUsd =
    state.costMicroUsd === null || reply.costMicroUsd === null
      ? null
      : state.costMicroUsd + reply.costMicroUsd;
}

/** The key of the next request, and its ending, which tells it from the others of its transaction. */
function nextKey(
  { batch, facts, keyVersion }: BatchContext,
  state: TransactionState,
  { promptIndex, run }: SentPrompt,
): { key: string; ending: string } {
  // In the first version one count goes over all that a transaction sends.
  const which = keyVersion === 1 ? '' : `${promptIndex}/${run}/`;
  let ending: string;
  do {
    if (state.executed >= LIMITS.runs) {
      throw new BoundError(`A transaction may RUN ${LIMITS.runs.toLocaleString('en')} times.`);
    }
    state.executed += 1;
    const count = (state.executedOf.get(which) ?? 0) + 1;
    state.executedOf.set(which, count);
    ending = `${which}${count}`;
  } while (state.passedOver.has(ending));
  return {
    key: `${facts.executionId}/${batch.number}/${state.input.number}/${state.step}/${ending}`,
    ending,
  };
}
