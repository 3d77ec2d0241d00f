import type { Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { create as contentDisposition } from 'content-disposition';
import type { Actor } from './session.server';
import { endWithAccount, type InFlightRequests } from './user-work.server';

/**
 * Sends a stored file as a download, never inline: a user's file must not be rendered as a page of this origin (the
 * host adds `nosniff`).
 */
export function sendFile(
  { inFlightRequests }: { inFlightRequests: InFlightRequests },
  { userId }: Actor,
  {
    name,
    stream,
    sizeBytes,
    type,
    signal,
  }: { name: string; stream: Readable; sizeBytes?: number; type?: string; signal: AbortSignal },
): Response {
  // Closes the file when the client disconnects, even if the body is never read.
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  endWithAccount(inFlightRequests, userId, stream);
  // Uses the stream's iterator for backpressure, cancellation and errors.
  const body = NodeReadableStream.from<Uint8Array>(stream) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Disposition': contentDisposition(name),
      'Cache-Control': 'private, no-store',
      ...(sizeBytes === undefined ? {} : { 'Content-Length': String(sizeBytes) }),
    },
  });
}
