import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listedVersionSchema, listVersions, scriptParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/scripts/:id/versions', {
  GET: call({
    summary: 'Lists what each save of a script left, without the texts, the newest first',
    access: 'baiql:use',
    params: scriptParams,
    answer: z.array(listedVersionSchema),
    errors: { no_such_script: 'not-found' },
    handle: ({ services, actor, params }) => listVersions(services, actor, params.id),
  }),
});
