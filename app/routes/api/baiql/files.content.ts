import { apiRoute, call } from '~/core/edge/declare-call.server';
import { downloadFile, FILE_ERRORS, pathQuerySchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/files/content', {
  GET: call({
    summary: 'Downloads a file',
    access: 'baiql:use',
    apiKey: 'baiql',
    query: pathQuerySchema,
    answer: { kind: 'file', mediaType: 'application/octet-stream', description: 'The file as it is stored.' },
    errors: { ...FILE_ERRORS, no_such_run: 'not-found' },
    handle: ({ services, actor, query, request }) =>
      downloadFile(services, actor, { ...query, signal: request.signal }),
  }),
});
