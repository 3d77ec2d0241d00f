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
    summary: 'Lists the providers of models, and where the key of each comes from',
    access: 'models:manage',
    answer: providersAnswer,
    failure: 'Failed to load providers',
    handle: async ({ services }) => ({ providers: await listProviders(services) }),
  }),
  POST: call({
    summary: 'Adds a server that speaks OpenAI’s chat completions, such as Ollama or vLLM',
    description:
      'The server is tried at once: its models are listed and one of them is asked for a word. What does not answer is not saved, unless isActive is false.',
    access: 'models:manage',
    body: addProviderSchema,
    answer: savedProviderAnswer,
    status: 201,
    failure: 'Save failed',
    errors: PROVIDER_ERRORS,
    handle: ({ services, actor, body }) => addProvider(services, actor, body),
  }),
});
