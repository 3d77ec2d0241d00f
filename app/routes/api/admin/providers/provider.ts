import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  changeProvider,
  changeProviderSchema,
  PROVIDER_ERRORS,
  providerParams,
  savedProviderAnswer,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id', {
  PUT: call({
    summary: 'Changes a provider, or sets its key',
    description: 'A key that is left out stays as it is. A new key or address is tried at once.',
    access: 'models:manage',
    params: providerParams,
    body: changeProviderSchema,
    answer: savedProviderAnswer,
    failure: 'Save failed',
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, params, body }) => changeProvider(services, actor, { ...body, ...params }),
  }),
});
