import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  COMPLETION_ERRORS,
  PREFLIGHT_RATE_LIMIT,
  preflightResponseSchema,
  preflightCost,
  preflightRequestSchema,
} from '~/features/completions/index.server';

const MEGABYTE = 1024 * 1024;

export default apiRoute('/api/ai/preflight-cost', {
  POST: call({
    summary: 'Estimates the most a request can cost, before it is sent',
    description: 'It costs nothing and sends nothing. With a history it is priced as a request in Chat mode.',
    access: 'signed-in',
    apiKey: 'completions',
    rateLimit: PREFLIGHT_RATE_LIMIT,
    body: preflightRequestSchema,
    maxBodyBytes: { free: 2 * MEGABYTE, pro: 8 * MEGABYTE },
    answer: preflightResponseSchema,
    errors: COMPLETION_ERRORS,
    handle: ({ services, actor, body }) => preflightCost(services, actor, body),
  }),
});
