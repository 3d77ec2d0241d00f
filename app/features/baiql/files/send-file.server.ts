import type { Readable } from 'node:stream';

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
  return new Response(toWebStream(stream), {
    headers: {
      'Content-Type': file.type ?? 'application/octet-stream',
      'Content-Disposition': attachment(file.name),
      'Cache-Control': 'private, no-store',
      ...(sizeBytes === undefined ? {} : { 'Content-Length': String(sizeBytes) }),
    },
  });
}

/** Piece by piece as the reader asks; one who goes away in the middle ends it, and that is no fault. */
function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => {
      stream.destroy();
    },
  });
}

/** RFC 6266: a plain name for old programs, and the real one in UTF-8. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
