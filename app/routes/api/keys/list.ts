import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  apiKeysSchema,
  createdKeySchema,
  createKey,
  createKeySchema,
  KEY_ERRORS,
  KEY_RATE_LIMIT,
  listKeys,
  PROOF_ERRORS,
} from '~/features/api-keys/index.server';

export default apiRoute('/api/keys', {
  GET: call({
    summary: 'Lists your API keys, without their secrets',
    access: 'signed-in',
    apiKey: 'none',
    answer: apiKeysSchema,
    handle: ({ services, actor }) => listKeys(services, actor),
  }),
  POST: call({
    summary: 'Creates an API key and returns its secret, once',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: KEY_RATE_LIMIT,
    body: createKeySchema,
    answer: createdKeySchema,
    status: 201,
    errors: { ...KEY_ERRORS, ...PROOF_ERRORS, keys_forbidden: 'forbidden' },
    handle: ({ services, actor, body }) => createKey(services, actor, body),
  }),
});
