import { apiRoute, call } from '~/core/edge/declare-call.server';
import { bodyPieces } from '~/core/edge/read-request.server';
import {
  DOCUMENT_ERRORS,
  DOCUMENT_RATE_LIMIT,
  documentResponseSchema,
  documentQuerySchema,
  readDocument,
} from '~/features/attachments/index.server';

export default apiRoute('/api/ai/documents/text', {
  POST: call({
    summary: 'Reads the text of a file to be attached, with OCR if requested',
    description:
      'PDF and TIFF (at most 20 pages), DOCX, PPTX, XLSX, ODT, ODS, RTF, EPUB, EML, TXT, MD, CSV, TSV, JSON, HTML and images (PNG, JPEG, WebP, GIF, BMP, AVIF, HEIC). It costs nothing, and nothing in the file is stored.',
    access: 'signed-in',
    apiKey: 'completions',
    rateLimit: DOCUMENT_RATE_LIMIT,
    query: documentQuerySchema,
    readsBody: {
      mediaType: 'application/octet-stream',
      description: 'The file itself: at most 25 MB of a PDF, 20 MB of anything else.',
    },
    answer: documentResponseSchema,
    errors: DOCUMENT_ERRORS,
    handle: ({ services, actor, query, request, signal }) =>
      readDocument(services, actor, { ...query, pieces: bodyPieces(request), signal }),
  }),
});
