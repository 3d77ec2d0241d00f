import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminModelSchema,
  changeModel,
  deleteModel,
  MODEL_ERRORS,
  modelParams,
  modelSchema,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id/models/:modelId', {
  PUT: call({
    summary: 'Changes a model’s details and its base price',
    access: 'models:manage',
    apiKey: 'none',
    params: modelParams,
    body: modelSchema,
    answer: adminModelSchema,
    failure: 'Save failed',
    errors: MODEL_ERRORS,
    handle: ({ services, actor, params: { id, modelId }, body }) =>
      changeModel(services, actor, { ...body, providerId: id, modelId }),
  }),
  DELETE: call({
    summary: 'Removes a model; its charges stay in the ledger',
    access: 'models:manage',
    apiKey: 'none',
    params: modelParams,
    answer: { kind: 'nothing' },
    status: 204,
    failure: 'Save failed',
    errors: MODEL_ERRORS,
    handle: ({ services, actor, params: { id, modelId } }) =>
      deleteModel(services, actor, { providerId: id, modelId }),
  }),
});
