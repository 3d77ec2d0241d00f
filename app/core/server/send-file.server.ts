import type { Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { create as contentDisposition } from 'content-disposition';
import type { Actor } from './session.server';
import { endWithAccount, type UserWork } from './user-work.server';

/**
 * Sends what a user has stored, as a download and nothing else: a file of theirs is never shown as a page of ours,
 * whatever is in it (`nosniff` comes with every answer of the host).
 */
export function sendFile(
  { userWork }: { userWork: UserWork },
  { userId }: Actor,
  {
    name,
    stream,
    sizeBytes,
    type,
    signal,
  }: { name: string; stream: Readable; sizeBytes?: number; type?: string; signal: AbortSignal },
): Response {
  // A reader who goes away must not leave the file open, also where nobody reads the body any more.
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  endWithAccount(userWork, userId, stream);
  // Made of the stream's iterator: read at the reader's pace, ended when the reader goes away, failed when it fails.
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
