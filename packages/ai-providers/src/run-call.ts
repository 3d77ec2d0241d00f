import { CallTrace } from './call-trace.js';
import type { CompletionCall, CompletionResult } from './contract.js';
import { explainFailure, ruledFailure } from './explain-failure.js';
import {
  BROKEN_OFF,
  EMPTY_ANSWER,
  EMPTY_AT_LIMIT,
  EMPTY_FILTERED,
  UNREADABLE_ANSWER,
} from './failure-messages.js';
import { PartialAnswer } from './partial-answer.js';

const EMPTY = { stop: EMPTY_ANSWER, length: EMPTY_AT_LIMIT, filtered: EMPTY_FILTERED, stopped: EMPTY_ANSWER };

/**
 * Runs one call through an SDK. `perform` fills in the answer; what it means that it ended, failed or
 * was stopped is decided here, by what happened on the wire.
 */
export async function runCall(
  call: CompletionCall,
  perform: (trace: CallTrace, answer: PartialAnswer) => Promise<void>,
): Promise<CompletionResult> {
  const trace = new CallTrace(call.onText !== undefined);
  const listener = guardListener(call);
  const answer = new PartialAnswer({ ...call, onText: listener.onText });
  const stop = () => trace.abort('caller_stopped');
  if (call.signal?.aborted) return stopped(trace, answer);
  call.signal?.addEventListener('abort', stop, { once: true });
  try {
    await perform(trace, answer);
    answer.requestId = trace.requestId ?? answer.requestId;
    return await finish(trace, answer);
  } catch (error) {
    answer.requestId = trace.requestId ?? answer.requestId;
    if (listener.failed) throw error;
    if (trace.failure?.reason === 'caller_stopped') return await stopped(trace, answer);
    throw explainFailure(error, trace, await answer.received());
  } finally {
    call.signal?.removeEventListener('abort', stop);
  }
}

/** Runs a request that costs nothing, such as listing models. */
export async function runFree<T>(perform: (trace: CallTrace) => Promise<T>): Promise<T> {
  const trace = new CallTrace();
  try {
    return await perform(trace);
  } catch (error) {
    throw explainFailure(error, trace, undefined);
  }
}

async function finish(trace: CallTrace, answer: PartialAnswer): Promise<CompletionResult> {
  // The SDKs end a loop in silence when its stream was aborted.
  if (trace.failure) throw trace.failure;
  if (answer.finishReason === undefined) {
    const rule = answer.text === '' ? UNREADABLE_ANSWER : BROKEN_OFF;
    throw ruledFailure(rule, trace, await answer.received());
  }
  if (answer.text.trim() === '') {
    const { usage, finishReason } = await answer.complete(answer.finishReason);
    throw ruledFailure(EMPTY[finishReason], trace, { text: '', usage, finishReason });
  }
  return answer.complete(answer.finishReason);
}

/** What was received is the result. A request that never left has used nothing. */
async function stopped(trace: CallTrace, answer: PartialAnswer): Promise<CompletionResult> {
  const usage = trace.sent
    ? await answer.usageSoFar()
    : { inputTokens: 0, outputTokens: 0, source: 'counted' as const };
  return { text: answer.text, finishReason: 'stopped', usage, requestId: answer.requestId };
}

/** A listener's own mistake must not be mistaken for the provider's. */
function guardListener(call: CompletionCall) {
  const { onText } = call;
  const guard = { failed: false, onText: undefined as CompletionCall['onText'] };
  if (!onText) return guard;
  guard.onText = (piece) => {
    try {
      onText(piece);
    } catch (error) {
      guard.failed = true;
      throw error;
    }
  };
  return guard;
}
