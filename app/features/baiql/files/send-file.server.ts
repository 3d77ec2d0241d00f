import type { Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { create as contentDisposition } from 'content-disposition';

/**
 * Sends what a person has stored, as a download and nothing else: a file of theirs is never shown as a page of ours,
 * whatever is in it (`nosniff` comes with every answer of the host).
 */
export function sendFile(
  request: Request,
  file: { name: string; stream: Readable; sizeBytes?: number; type?: string },
): Response {
  const { stream, sizeBytes } = file;
  // A reader who goes away must not leave the file open, also where nobody reads the body any more.
  request.signal.addEventListener('abort', () => stream.destroy(), { once: true });
  // Made of the stream's iterator: read at the reader's pace, ended when the reader goes away, failed when it fails.
  const body = NodeReadableStream.from<Uint8Array>(stream) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'Content-Type': file.type ?? 'application/octet-stream',
      'Content-Disposition': contentDisposition(file.name),
      'Cache-Control': 'private, no-store',
      ...(sizeBytes === undefined ? {} : { 'Content-Length': String(sizeBytes) }),
    },
  });
}
