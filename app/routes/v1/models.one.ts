import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { findV1Model, v1ModelSchema } from '~/features/open-api/index.server';

export default apiRoute('/v1/models/:id*', {
  GET: call({
    summary: 'Describes one model',
    description: 'The id is `provider/model`, or the model’s name alone if only one provider offers it.',
    access: 'signed-in',
    apiKey: 'completions',
    params: z.object({ id: z.string().max(200) }),
    answer: v1ModelSchema,
    errors: { unknown_model: 'invalid' },
    handle: ({ services, actor, params }) => findV1Model(services, actor, params.id),
  }),
});
