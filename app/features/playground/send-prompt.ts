import { fetchApi, Refusal } from '~/core/browser/call-api';
import {
  completionReplySchema,
  deltaEventSchema,
  errorEventSchema,
  startedEventSchema,
} from '~/features/completions';
import { failureOf, type Failure } from './failure';
import { attachedOf } from './preflight';
import { readEvents } from './read-events';
import type { Reply, SendExtras, SendRequest } from './reply';

/** The send was refused or failed, and the server said so. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Nobody said how it ended: the line broke. The reply may exist; ask for it with the same key. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

interface SendOptions {
  /** Sending twice with one key is paid once. */
  key: string;
  request: SendRequest & SendExtras;
  signal: AbortSignal;
  /** Where the API is; the page's own origin unless a test says otherwise. */
  origin?: string;
  onStarted: (estCostCents: number | undefined) => void;
  onText: (delta: string) => void;
}

/** Sends a prompt and reads the reply while it is being written. Throws SendFailure or ConnectionLost. */
export async function sendPrompt({
  key,
  request,
  signal,
  origin = '',
  onStarted,
  onText,
}: SendOptions): Promise<Reply> {
  const about = { hasImages: attachedOf(request.attachments).attachedImages > 0 };
  const response = await fetchApi(`${origin}/api/ai/complete`, {
    headers: { Accept: 'text/event-stream', 'X-Idempotency-Key': key },
    body: request,
    signal,
  }).catch((cause: unknown) => {
    if (cause instanceof Refusal && !isOfGateway(cause)) throw new SendFailure(failureOf(cause, about));
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
        case 'done':
          return completionReplySchema.parse(value);
        case 'error': {
          const { status, ...body } = errorEventSchema.parse(value);
          throw new SendFailure(failureOf(new Refusal(status, body), about));
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
 * A proxy on the way has waited for too long, or lost the server: the server may be at work all the same, so only the key
 * tells what became of the request. To take this for its end would have somebody pay for it twice.
 */
export const isOfGateway = ({ status, said }: Refusal): boolean => status >= 502 && said === undefined;

/** A request that has ended meanwhile cannot be stopped; its end arrives by the stream anyway. */
export function requestStop(key: string): void {
  const address = `/api/ai/operations/${encodeURIComponent(key)}/stop`;
  void fetchApi(address, { method: 'POST' }).catch(() => undefined);
}
