import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  changeProvider,
  changeProviderSchema,
  deleteProvider,
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
  DELETE: call({
    summary: 'Deletes a provider with its key and its models',
    description:
      'Only one that no call in the ledger, no price history and nobody’s preference names. Others can be switched off.',
    access: 'models:manage',
    params: providerParams,
    answer: { kind: 'nothing' },
    status: 204,
    failure: 'Delete failed',
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, params }) => deleteProvider(services, actor, params.id),
  }),
});
