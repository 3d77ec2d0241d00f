import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listedVersionSchema, listVersions, scriptParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/scripts/:id/versions', {
  GET: call({
    summary: 'Lists a script’s saved versions without their text, newest first',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: scriptParams,
    answer: z.array(listedVersionSchema),
    errors: { no_such_script: 'not-found' },
    handle: ({ services, actor, params }) => listVersions(services, actor, params.id),
  }),
});
