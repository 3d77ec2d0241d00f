import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  PROVIDER_ERRORS,
  providerParams,
  readServerModels,
  serverModelsAnswer,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id/server-models', {
  GET: call({
    summary: 'Lists the models on a provider’s server, whether or not they are offered here',
    access: 'models:manage',
    apiKey: 'none',
    params: providerParams,
    answer: serverModelsAnswer,
    errors: PROVIDER_ERRORS,
    handle: async ({ services, params }) => ({ models: await readServerModels(services, params.id) }),
  }),
});
