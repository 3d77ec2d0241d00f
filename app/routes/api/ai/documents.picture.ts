import { apiRoute, call } from '~/core/edge/declare-call.server';
import { bodyPieces } from '~/core/edge/read-request.server';
import {
  convertPicture,
  DOCUMENT_ERRORS,
  DOCUMENT_RATE_LIMIT,
  pictureQuerySchema,
} from '~/features/attachments/index.server';

export default apiRoute('/api/ai/documents/picture', {
  POST: call({
    summary: 'Turns a HEIC photo into a PNG of at most 2,048 pixels a side',
    description: 'It costs nothing, and nothing of the file is kept.',
    access: 'signed-in',
    rateLimit: DOCUMENT_RATE_LIMIT,
    query: pictureQuerySchema,
    readsBody: { mediaType: 'application/octet-stream', description: 'The file itself, at most 20 MB.' },
    answer: { kind: 'file', mediaType: 'image/png', description: 'The picture.' },
    errors: DOCUMENT_ERRORS,
    handle: async ({ services, query, request, signal }) =>
      new Response(
        Buffer.from(await convertPicture(services, { ...query, pieces: bodyPieces(request), signal })),
        { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' } },
      ),
  }),
});
