import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  apiKeySchema,
  changeKey,
  changeKeySchema,
  KEY_ERRORS,
  KEY_RATE_LIMIT,
  keyParams,
  readKey,
  revokeKey,
} from '~/features/api-keys/index.server';

export default apiRoute('/api/keys/:id', {
  GET: call({
    summary: 'Returns an API key, without its secret',
    access: 'signed-in',
    apiKey: 'none',
    params: keyParams,
    answer: apiKeySchema,
    errors: { no_such_key: 'not-found' },
    handle: ({ services, actor, params }) => readKey(services, actor, params.id),
  }),
  PATCH: call({
    summary: 'Renames an API key or changes its limits',
    description: 'Fields that are left out stay as they are. Changes apply from the next request.',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: KEY_RATE_LIMIT,
    params: keyParams,
    body: changeKeySchema,
    answer: apiKeySchema,
    errors: KEY_ERRORS,
    handle: ({ services, actor, params, body }) => changeKey(services, actor, { ...body, id: params.id }),
  }),
  DELETE: call({
    summary: 'Revokes an API key for good',
    access: 'signed-in',
    apiKey: 'none',
    params: keyParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: { no_such_key: 'not-found' },
    handle: ({ services, actor, params }) => revokeKey(services, actor, params.id),
  }),
});
