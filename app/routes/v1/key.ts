import { apiRoute, call } from '~/core/edge/declare-call.server';
import { apiKeySchema } from '~/features/api-keys/index.server';
import { readOwnKey } from '~/features/open-api/index.server';

export default apiRoute('/v1/key', {
  GET: call({
    summary: 'Returns the API key of this request: its permissions and limits',
    access: 'signed-in',
    apiKey: 'any',
    answer: apiKeySchema,
    errors: { no_api_key: 'not-found' },
    handle: ({ services, actor }) => readOwnKey(services, actor),
  }),
});
