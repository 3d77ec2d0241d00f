import { EventStreamCodec } from '@smithy/eventstream-codec';
import type { StreamedBody } from './http/streamed-body.js';

/**
 * Bedrock's frames are at most 16 MB (docs.aws.amazon.com, event stream encoding); an HTML page would decode as a
 * longer one.
 */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const LENGTH_BYTES = 4;

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

/**
 * Decodes Amazon's event-stream encoding: each event as the JSON `{ [type]: event }`, an exception as `{ error: { code,
 * message } }`.
 * @throws Error for bytes that are not a frame
 */
export async function* readFrames(body: StreamedBody): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for (let chunks = await body.next(); chunks !== null; chunks = await body.next()) {
    rest = Buffer.concat([rest, ...chunks]);
    const events: string[] = [];
    while (rest.length >= LENGTH_BYTES) {
      const length = rest.readUInt32BE(0);
      if (length > MAX_FRAME_BYTES || length < LENGTH_BYTES * 4) throw new Error('This is no event stream.');
      if (rest.length < length) break;
      events.push(eventOf(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
    if (events.length > 0) yield events;
  }
}

function eventOf(frame: Buffer): string {
  const { headers, body } = codec.decode(frame);
  const text = Buffer.from(body).toString('utf8');
  const header = (name: string): string => String(headers[name]?.value ?? '');
  const payload: unknown = text === '' ? {} : JSON.parse(text);
  if (header(':message-type') === 'event') return JSON.stringify({ [header(':event-type')]: payload });
  const code = header(':exception-type') || header(':error-code');
  return JSON.stringify({ error: { code, ...(payload as object) } });
}
