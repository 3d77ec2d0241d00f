import { apiRoute, call } from '~/core/edge/declare-call.server';
import { getVersion, scriptVersionSchema, versionParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/scripts/:id/versions/:version', {
  GET: call({
    summary: 'Returns one saved version of a script',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: versionParams,
    answer: scriptVersionSchema,
    errors: { no_such_script: 'not-found' },
    handle: ({ services, actor, params }) => getVersion(services, actor, params),
  }),
});
