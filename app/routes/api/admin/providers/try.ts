import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  PROVIDER_ERRORS,
  triedProviderAnswer,
  tryProvider,
  tryProviderSchema,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/test', {
  POST: call({
    summary: 'Tests a server that isn’t saved, and lists the models it offers with their known prices',
    description:
      'Nothing is saved. The list is what `models` of `POST /api/admin/providers` can be chosen from.',
    access: 'models:manage',
    apiKey: 'none',
    body: tryProviderSchema,
    answer: triedProviderAnswer,
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, body }) => tryProvider(services, actor, body),
  }),
});
