import { apiRoute, call } from '~/core/edge/declare-call.server';
import { makeSupportBundle } from '~/features/diagnostics/index.server';

export default apiRoute('/api/diagnostics/support-bundle', {
  GET: call({
    summary: 'Returns a support bundle: versions, settings without secrets, and health checks',
    access: 'diagnostics:run',
    apiKey: 'none',
    answer: { kind: 'file', mediaType: 'application/json', description: 'No prompts, no keys, no people.' },
    handle: ({ services, actor }) => makeSupportBundle(services, actor),
  }),
});
