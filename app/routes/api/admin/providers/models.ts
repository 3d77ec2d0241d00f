import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  addModel,
  adminModelSchema,
  listProviderModels,
  MODEL_ERRORS,
  modelsAnswer,
  modelSchema,
  providerParams,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id/models', {
  GET: call({
    summary: 'Lists a provider’s models, including hidden and retired ones',
    access: 'models:manage',
    apiKey: 'none',
    params: providerParams,
    answer: modelsAnswer,
    failure: 'Failed to load models',
    errors: MODEL_ERRORS,
    handle: async ({ services, params }) => ({ models: await listProviderModels(services, params.id) }),
  }),
  POST: call({
    summary: 'Adds a model; without a price, it can’t be called yet',
    access: 'models:manage',
    apiKey: 'none',
    params: providerParams,
    body: modelSchema,
    answer: adminModelSchema,
    status: 201,
    failure: 'Save failed',
    errors: MODEL_ERRORS,
    handle: ({ services, actor, params, body }) =>
      addModel(services, actor, { ...body, providerId: params.id }),
  }),
});
