import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import {
  generatedPromptSchema,
  PROMPT_RATE_LIMITS,
  recordGeneratedPrompt,
} from '~/features/prompts/index.server';

export default apiRoute('/api/promptgenerator/generate', {
  POST: call({
    summary: 'Records what a copied prompt was built from',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.generate,
    body: generatedPromptSchema,
    answer: z.object({ id: z.string() }),
    errors: { no_such_part: 'invalid' },
    status: 201,
    handle: ({ services, actor, body }) => recordGeneratedPrompt(services, actor, body),
  }),
});
