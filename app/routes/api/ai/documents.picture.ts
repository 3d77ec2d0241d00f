import { apiRoute, call } from '~/core/edge/declare-call.server';
import { bodyPieces } from '~/core/edge/read-request.server';
import {
  convertImage,
  DOCUMENT_ERRORS,
  DOCUMENT_RATE_LIMIT,
  pictureQuerySchema,
} from '~/features/attachments/index.server';

export default apiRoute('/api/ai/documents/picture', {
  POST: call({
    summary: 'Converts a HEIC photo, or a page of a TIFF, to a PNG of at most 2,048 pixels per side',
    description: 'It costs nothing, and nothing in the file is stored.',
    access: 'signed-in',
    apiKey: 'completions',
    rateLimit: DOCUMENT_RATE_LIMIT,
    query: pictureQuerySchema,
    readsBody: { mediaType: 'application/octet-stream', description: 'The file itself, at most 20 MB.' },
    answer: { kind: 'file', mediaType: 'image/png', description: 'The image.' },
    errors: DOCUMENT_ERRORS,
    handle: async ({ services, query, request, signal }) =>
      new Response(
        Buffer.from(await convertImage(services, { ...query, pieces: bodyPieces(request), signal })),
        { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' } },
      ),
  }),
});
