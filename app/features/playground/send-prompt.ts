import { fetchApi, ApiError } from '~/core/browser/call-api';
import {
  completionResponseSchema,
  deltaEventSchema,
  errorEventSchema,
  reasoningEventSchema,
  startedEventSchema,
} from '~/features/completions';
import { failureOf, type Failure } from './failure';
import { attachedOf } from './preflight';
import { readEvents } from './read-events';
import type { Reply, SendExtras, SendRequest } from './reply';

/** The server has refused the send or reported its failure. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** The connection broke before the outcome was known. A reply may exist under the same key. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

interface SendOptions {
  /** Idempotency key. */
  key: string;
  request: SendRequest & SendExtras;
  signal: AbortSignal;
  /** Origin of the API; the page's own except in tests. */
  origin?: string;
  onStarted: (estCostCents: number | undefined) => void;
  onText: (delta: string) => void;
  onReasoning: (delta: string) => void;
}

/**
 * Sends a prompt and streams the reply.
 * @throws SendFailure, ConnectionLost
 */
export async function sendPrompt({
  key,
  request,
  signal,
  origin = '',
  onStarted,
  onText,
  onReasoning,
}: SendOptions): Promise<Reply> {
  const about = { hasImages: attachedOf(request.attachments).attachedImages > 0 };
  const response = await fetchApi(`${origin}/api/ai/complete`, {
    headers: { Accept: 'text/event-stream', 'X-Idempotency-Key': key },
    body: request,
    signal,
  }).catch((cause: unknown) => {
    if (cause instanceof ApiError && !isGatewayError(cause)) throw new SendFailure(failureOf(cause, about));
    throw new ConnectionLost('The server could not be reached.', { cause });
  });
  if (!response.body) throw new ConnectionLost('The answer has no body.');
  try {
    for await (const { event, data } of readEvents(response.body)) {
      const value: unknown = JSON.parse(data);
      switch (event ?? 'message') {
        case 'started':
          onStarted(startedEventSchema.parse(value).estCostCents);
          break;
        case 'delta':
          onText(deltaEventSchema.parse(value).text);
          break;
        case 'reasoning':
          onReasoning(reasoningEventSchema.parse(value).text);
          break;
        case 'done':
          return completionResponseSchema.parse(value);
        case 'error': {
          const { status, ...body } = errorEventSchema.parse(value);
          throw new SendFailure(failureOf(new ApiError(status, body), about));
        }
      }
    }
  } catch (error) {
    if (error instanceof SendFailure) throw error;
    throw new ConnectionLost('The connection was lost before the reply was complete.', { cause: error });
  }
  throw new ConnectionLost('The stream ended before the reply was complete.');
}

/**
 * A proxy timed out or lost the server, which may still be processing the request. Treating this as a failure could
 * charge the user twice, so the outcome is looked up by key.
 */
export const isGatewayError = ({ status, serverMessage }: ApiError): boolean =>
  status >= 502 && serverMessage === undefined;

/** A request that has already ended can't be stopped; the stream reports its end. */
export function requestStop(key: string): void {
  const address = `/api/ai/operations/${encodeURIComponent(key)}/stop`;
  void fetchApi(address, { method: 'POST' }).catch(() => undefined);
}
