import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  BAIQL_RATE_LIMITS,
  pathQuerySchema,
  PREVIEW_ERRORS,
  previewUserFile,
  previewSchema,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/files/preview', {
  GET: call({
    summary: 'Previews a file: the first rows of a table, the beginning of a text',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.preview,
    query: pathQuerySchema,
    answer: previewSchema,
    errors: { ...PREVIEW_ERRORS, no_such_run: 'not-found' },
    handle: ({ services, actor, query, signal }) => previewUserFile(services, actor, { ...query, signal }),
  }),
});
