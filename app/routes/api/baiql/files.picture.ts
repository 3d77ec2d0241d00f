import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  BAIQL_RATE_LIMITS,
  renderUserFile,
  pictureQuerySchema,
  PREVIEW_ERRORS,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/files/picture', {
  GET: call({
    summary: 'Renders an image, or a page of a PDF, as PNG',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.preview,
    query: pictureQuerySchema,
    answer: { kind: 'file', mediaType: 'image/png', description: 'At most 1,600 pixels on its longer side.' },
    errors: { ...PREVIEW_ERRORS, no_such_run: 'not-found' },
    handle: ({ services, actor, query, signal }) => renderUserFile(services, actor, { ...query, signal }),
  }),
});
