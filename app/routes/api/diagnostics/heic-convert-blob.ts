import { apiRoute, call } from '~/core/edge/declare-call.server';
import { convertHeic, DIAGNOSTICS_ERRORS } from '~/features/diagnostics/index.server';

export default apiRoute('/api/diagnostics/heic-convert-blob', {
  POST: call({
    summary: 'Converts a HEIC image to a PNG',
    access: 'diagnostics:run',
    apiKey: 'none',
    readsBody: { mediaType: 'multipart/form-data', description: 'The field file is a HEIC image.' },
    answer: { kind: 'file', mediaType: 'image/png', description: 'The image.' },
    errors: DIAGNOSTICS_ERRORS,
    handle: ({ services, request, signal }) => convertHeic(services, { request, signal }),
  }),
});
