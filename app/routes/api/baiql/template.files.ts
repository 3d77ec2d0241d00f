import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  addedSamplesSchema,
  addSamples,
  addSamplesSchema,
  BAIQL_RATE_LIMITS,
  FILE_ERRORS,
  templateParams,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/templates/:key/files', {
  POST: call({
    summary: 'Adds a template’s sample files to your files',
    description:
      'Files of the same name that hold something else are left alone and named in `different`, unless `replace` is true.',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.upload,
    params: templateParams,
    body: addSamplesSchema,
    answer: addedSamplesSchema,
    errors: { ...FILE_ERRORS, no_such_template: 'not-found' },
    handle: ({ services, actor, params, body: { replace = false }, signal }) =>
      addSamples(services, actor, { key: params.key, replace, signal }),
  }),
});
