import { apiRoute, call } from '~/core/edge/declare-call.server';
import { exportPrompts, exportQuerySchema, PROMPT_RATE_LIMITS } from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/export', {
  GET: call({
    summary: 'Exports your prompts as a file that can be imported again',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.transfer,
    query: exportQuerySchema,
    answer: { kind: 'file', mediaType: 'application/json', description: 'A list of prompts.' },
    otherAnswers: [
      { kind: 'file', mediaType: 'text/csv', description: 'The same as a table, with format=csv.' },
    ],
    handle: ({ services, actor, query }) => exportPrompts(services, actor, query),
  }),
});
