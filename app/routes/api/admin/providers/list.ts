import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  addProvider,
  addProviderSchema,
  listProviders,
  PROVIDER_ERRORS,
  providersAnswer,
  savedProviderAnswer,
} from '~/features/models/index.server';

export default apiRoute('/api/admin/providers', {
  GET: call({
    summary: 'Lists the model providers and where each provider’s key comes from',
    access: 'models:manage',
    apiKey: 'none',
    answer: providersAnswer,
    failure: 'Failed to load providers',
    handle: async ({ services }) => ({ providers: await listProviders(services) }),
  }),
  POST: call({
    summary: 'Adds a server, such as Ollama or vLLM, or a cloud, with the models that people can choose',
    description:
      'The server is tested right away: its models are listed and one is sent a short prompt. A server that doesn’t answer is not saved, unless isActive is false. The provider, its models and their prices are saved together, or not at all.',
    access: 'models:manage',
    apiKey: 'none',
    body: addProviderSchema,
    answer: savedProviderAnswer,
    status: 201,
    failure: 'Save failed',
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, body }) => addProvider(services, actor, body),
  }),
});
