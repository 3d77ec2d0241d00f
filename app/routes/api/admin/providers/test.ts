import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  connectionSchema,
  PROVIDER_ERRORS,
  providerParams,
  testProvider,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id/test', {
  POST: call({
    summary: 'Lists a server’s models and asks one of them for a word',
    access: 'models:manage',
    params: providerParams,
    answer: connectionSchema,
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, params }) => testProvider(services, actor, params.id),
  }),
});
