import { apiRoute, call } from '~/core/edge/declare-call.server';
import { keyPolicySchema, readKeyPolicy, saveKeyPolicy } from '~/features/api-keys/index.server';

export default apiRoute('/api/admin/keys/settings', {
  GET: call({
    summary: 'Returns who may not use API keys',
    access: 'users:manage',
    apiKey: 'none',
    answer: keyPolicySchema,
    handle: ({ services }) => readKeyPolicy(services),
  }),
  POST: call({
    summary: 'Saves who may not use API keys; the next request of each key follows it',
    access: 'users:manage',
    apiKey: 'none',
    body: keyPolicySchema,
    answer: keyPolicySchema,
    failure: 'The settings could not be saved. Please try again.',
    handle: ({ services, actor, body }) => saveKeyPolicy(services, actor, body),
  }),
});
