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
    description: 'Omit the key to keep it. A new key or address is tested right away.',
    access: 'models:manage',
    apiKey: 'none',
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
      'Only a provider that isn’t used in the ledger, the price history or anyone’s preferences. Others can be turned off.',
    access: 'models:manage',
    apiKey: 'none',
    params: providerParams,
    answer: { kind: 'nothing' },
    status: 204,
    failure: 'Delete failed',
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, params }) => deleteProvider(services, actor, params.id),
  }),
});
