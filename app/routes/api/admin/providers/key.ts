import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminProviderSchema,
  PROVIDER_ERRORS,
  providerParams,
  removeKey,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id/key', {
  DELETE: call({
    summary: 'Removes the stored key of a provider',
    access: 'models:manage',
    apiKey: 'none',
    params: providerParams,
    answer: adminProviderSchema,
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, params }) => removeKey(services, actor, params.id),
  }),
});
