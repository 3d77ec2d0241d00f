import { apiRoute, call } from '~/core/edge/declare-call.server';
import { checkHealth, healthSchema } from '~/features/diagnostics/index.server';

export default apiRoute('/api/diagnostics/health', {
  GET: call({
    summary: 'Returns this installation’s health checks and how to fix what fails',
    access: 'diagnostics:run',
    apiKey: 'none',
    answer: healthSchema,
    handle: ({ services, request }) => checkHealth(services, { request }),
  }),
});
