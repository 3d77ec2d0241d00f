import { create as contentDisposition } from 'content-disposition';

/**
 * A text file that is written while it is sent. A failure in the middle breaks the connection instead of ending the
 * file: nobody takes a part for the whole.
 */
export function textDownload(
  fileName: string,
  mediaType: string,
  pieces: AsyncGenerator<string, void>,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Disposition': contentDisposition(fileName),
      // Compressed pieces would end anywhere in a row.
      'Cache-Control': 'no-store, no-transform',
    },
  });
}
