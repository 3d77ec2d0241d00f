import { WireTrace } from './http/wire-trace.js';
import type { ProviderRequest, ProviderEvent, FinishEvent, Warning } from './contract.js';
import { explainFailure, ruledFailure, VendorErrorEvent } from './explain-failure.js';
import {
  RESPONSE_CUT_OFF,
  EMPTY_RESPONSE,
  EMPTY_AT_LIMIT,
  EMPTY_FILTERED,
  UNREADABLE_RESPONSE,
} from './failure-messages.js';
import { NO_USAGE, PartialResponse, type Delta } from './partial-response.js';
import { DONE, readEvents as readServerSentEvents } from './http/read-events.js';
import { StreamedBody } from './http/streamed-body.js';
import { ThinkingTags } from './thinking-tags.js';

const EMPTY = {
  stop: EMPTY_RESPONSE,
  tool_calls: EMPTY_RESPONSE,
  length: EMPTY_AT_LIMIT,
  filtered: EMPTY_FILTERED,
  stopped: EMPTY_RESPONSE,
};

/** How long a vendor may keep the connection open after the end of its response. */
const MAX_MS_AFTER_END = 2_000;

/** How to send a request to a vendor, and how to read its events. */
export interface VendorExchange {
  readonly send: (trace: WireTrace) => Promise<unknown>;
  /** Yields deltas and updates the response's state. */
  readonly read: (event: unknown, answer: PartialResponse) => Iterable<Delta>;
  /** Whether models may write reasoning into the text, between tags. */
  readonly hasThinkingTags?: boolean;
  /** Decodes events from the body. Defaults to server-sent events. */
  readonly readEvents?: (body: StreamedBody) => AsyncGenerator<string[]>;
}

/**
 * Runs a request through an SDK. Whether it ended, failed or was aborted is decided here, by what happened on the wire.
 */
export async function* runRequest(
  call: ProviderRequest,
  warnings: Warning[],
  { send, read, hasThinkingTags, readEvents = readServerSentEvents }: VendorExchange,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const body = new StreamedBody();
  const trace = new WireTrace(body);
  const answer = new PartialResponse(call, warnings);
  const tags = hasThinkingTags ? new ThinkingTags() : undefined;
  const stop = (): void => trace.abort('caller_stopped');
  if (call.signal?.aborted) {
    yield await stopped(trace, answer);
    return;
  }
  call.signal?.addEventListener('abort', stop, { once: true });
  let hasEnded = false;
  let patience: NodeJS.Timeout | undefined;
  try {
    await send(trace);
    for await (const events of readEvents(body)) {
      for (const event of events) {
        if (event === DONE) {
          answer.close();
          continue;
        }
        answer.startEvent();
        for (const piece of read(parseEvent(event), answer)) {
          // Deltas that arrive together with an abort are dropped.
          if (trace.failure) throw trace.failure;
          const parts = tags && piece.type === 'text' ? tags.read(piece.text) : [piece];
          for (const part of parts) if (answer.add(part)) yield part;
        }
      }
      if (answer.textAfterEnd > 0) break;
      if (answer.isWhole) patience ??= setTimeout(stop, MAX_MS_AFTER_END);
    }
    for (const part of tags?.end() ?? []) if (answer.add(part, false)) yield part;
    hasEnded = answer.textAfterEnd === 0;
    answer.requestId = trace.requestId ?? answer.requestId;
    yield await finish(trace, answer);
  } catch (error) {
    answer.requestId = trace.requestId ?? answer.requestId;
    if (call.signal?.aborted && trace.failure?.reason === 'caller_stopped')
      yield await stopped(trace, answer);
    else if (answer.isWhole) yield await finish(trace, answer);
    else throw explainFailure(error, trace, await answer.received());
  } finally {
    clearTimeout(patience);
    call.signal?.removeEventListener('abort', stop);
    // Aborts the request if the consumer left the loop early, or if data follows the end.
    if (!hasEnded) stop();
  }
}

/** @throws VendorErrorEvent; SyntaxError if it isn't JSON */
function parseEvent(data: string): unknown {
  const event: unknown = JSON.parse(data);
  if (typeof event !== 'object' || event === null || !('error' in event)) return event;
  const { error } = event;
  if (typeof error === 'object' && error !== null) throw new VendorErrorEvent({ ...error });
  if (typeof error === 'string' && error !== '') throw new VendorErrorEvent({ message: error });
  return event;
}

/** Runs a request that isn't billed, such as listing models. */
export async function runUnbilledRequest<T>(
  perform: (trace: WireTrace) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const trace = new WireTrace();
  const stop = (): void => trace.abort('caller_stopped');
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await perform(trace);
  } catch (error) {
    throw explainFailure(error, trace, undefined);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function finish(trace: WireTrace, answer: PartialResponse): Promise<FinishEvent> {
  if (answer.reason === undefined) {
    const received = await answer.received();
    throw ruledFailure(received ? RESPONSE_CUT_OFF : UNREADABLE_RESPONSE, trace, received);
  }
  const end = await answer.finish(answer.reason);
  if (answer.hasContent) return end;
  throw ruledFailure(EMPTY[end.reason], trace, answer.withoutText(end));
}

/** Text received before the abort is the result. A request that was never sent has no usage. */
async function stopped(trace: WireTrace, answer: PartialResponse): Promise<FinishEvent> {
  const end = await answer.finish('stopped');
  return { ...end, usage: trace.sent ? await answer.usageSoFar() : NO_USAGE };
}
