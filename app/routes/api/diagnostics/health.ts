import { apiRoute, call } from '~/core/edge/declare-call.server';
import { checkHealth, healthSchema } from '~/features/diagnostics/index.server';

export default apiRoute('/api/diagnostics/health', {
  GET: call({
    summary: 'Says what is wrong with this installation, and what to do about it',
    access: 'diagnostics:run',
    answer: healthSchema,
    handle: ({ services }) => checkHealth(services),
  }),
});
