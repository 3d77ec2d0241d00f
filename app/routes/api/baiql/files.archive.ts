import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  BAIQL_RATE_LIMITS,
  downloadFolder,
  FILE_ERRORS,
  pathQuerySchema,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/files/archive', {
  GET: call({
    summary: 'Downloads a folder as a zip',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.archive,
    query: pathQuerySchema,
    answer: {
      kind: 'file',
      mediaType: 'application/zip',
      description: 'Everything in the folder, zipped as it is sent.',
    },
    errors: FILE_ERRORS,
    handle: ({ services, actor, query, request }) =>
      downloadFolder(services, actor, { path: query.path, signal: request.signal }),
  }),
});
