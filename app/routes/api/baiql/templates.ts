import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listTemplates, templateSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/templates', {
  GET: call({
    summary: 'Lists template scripts and the names of their sample files',
    access: 'baiql:use',
    apiKey: 'baiql',
    answer: z.array(templateSchema),
    handle: () => listTemplates(),
  }),
});
