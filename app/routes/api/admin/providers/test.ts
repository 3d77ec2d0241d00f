import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  connectionSchema,
  PROVIDER_ERRORS,
  providerParams,
  testProvider,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers/:id/test', {
  POST: call({
    summary: 'Tests a server: lists its models and sends one a short prompt',
    access: 'models:manage',
    apiKey: 'none',
    params: providerParams,
    answer: connectionSchema,
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, params }) => testProvider(services, actor, params.id),
  }),
});
