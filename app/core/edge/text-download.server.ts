import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { create as contentDisposition } from 'content-disposition';

/**
 * A text file that is written while it is sent. A failure in the middle breaks the connection instead of ending the
 * file: nobody takes a part for the whole.
 */
export function textDownload(fileName: string, mediaType: string, pieces: AsyncIterable<string>): Response {
  const body = NodeReadableStream.from(inUtf8(pieces)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Disposition': contentDisposition(fileName),
      // Compressed pieces would end anywhere in a row.
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

async function* inUtf8(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
