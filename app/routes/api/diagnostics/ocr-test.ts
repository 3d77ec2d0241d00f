import { apiRoute, call } from '~/core/edge/declare-call.server';
import { DIAGNOSTICS_ERRORS, ocrTestSchema, testOcr } from '~/features/diagnostics/index.server';

export default apiRoute('/api/diagnostics/ocr-test', {
  POST: call({
    summary: 'Reads the first pages of a PDF, with OCR where they have no text',
    access: 'diagnostics:run',
    apiKey: 'none',
    readsBody: {
      mediaType: 'multipart/form-data',
      description: 'The field file is a PDF; langs (eng) and limit (1 to 50, 3) say how it is read.',
    },
    answer: ocrTestSchema,
    errors: DIAGNOSTICS_ERRORS,
    handle: ({ services, request, signal }) => testOcr(services, { request, signal }),
  }),
});
