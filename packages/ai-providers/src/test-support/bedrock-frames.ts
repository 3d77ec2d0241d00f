import { EventStreamCodec } from '@smithy/eventstream-codec';

/** Amazon's event-stream frames as ConverseStream sends them, one per event. */
export function framesOf(
  ...events: readonly (readonly [type: string, payload: object, messageType?: string])[]
): Buffer {
  const codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes as Uint8Array).toString(),
    (text) => Buffer.from(text),
  );
  const text = (value: string) => ({ type: 'string' as const, value });
  return Buffer.concat(
    events.map(([type, payload, messageType = 'event']) =>
      codec.encode({
        headers: {
          ':message-type': text(messageType),
          [messageType === 'event' ? ':event-type' : ':exception-type']: text(type),
          ':content-type': text('application/json'),
        },
        body: Buffer.from(JSON.stringify(payload)),
      }),
    ),
  );
}
