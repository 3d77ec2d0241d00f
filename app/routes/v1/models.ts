import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listV1Models, v1ModelListSchema } from '~/features/open-api/index.server';

export default apiRoute('/v1/models', {
  GET: call({
    summary: 'Lists the models that can be used, as OpenAI’s API does',
    access: 'signed-in',
    apiKey: 'completions',
    answer: v1ModelListSchema,
    handle: ({ services, actor }) => listV1Models(services, actor),
  }),
});
