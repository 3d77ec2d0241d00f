import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { create as contentDisposition } from 'content-disposition';

/**
 * A text file streamed while it is generated. A failure aborts the connection instead of ending the file, so that no
 * partial file passes for a complete one.
 */
export function textDownload(fileName: string, mediaType: string, chunks: AsyncIterable<string>): Response {
  const body = NodeReadableStream.from(inUtf8(chunks)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Disposition': contentDisposition(fileName),
      // Compressed chunks would end inside a row.
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

async function* inUtf8(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(chunk);
}
