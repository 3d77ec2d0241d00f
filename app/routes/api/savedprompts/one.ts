import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  deletePrompt,
  findPrompt,
  keptPromptSchema,
  MAX_SAVE_BODY_BYTES,
  PROMPT_RATE_LIMITS,
  promptParams,
  savedPromptSchema,
  updatePrompt,
  updatePromptSchema,
} from '~/features/prompts/index.server';

const errors = { no_such_prompt: 'not-found' } as const;

export default apiRoute('/api/savedprompts/:id', {
  GET: call({
    summary: 'Returns one of your prompts, or one from the community',
    access: 'signed-in',
    apiKey: 'prompts',
    params: promptParams,
    answer: savedPromptSchema,
    errors,
    handle: ({ services, actor, params }) => findPrompt(services, actor, params.id),
  }),
  PUT: call({
    summary: 'Edits, publishes or unpublishes your prompt',
    description:
      'Without tags, folder or isPublic these stay as they are. Everything else is replaced: what is left out becomes empty.',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.save,
    params: promptParams,
    body: updatePromptSchema,
    maxBodyBytes: MAX_SAVE_BODY_BYTES,
    answer: keptPromptSchema,
    errors: {
      ...errors,
      prompt_changed: 'conflict',
      prompt_not_approved: 'conflict',
      no_such_part: 'invalid',
    },
    failure: 'Failed to update prompt. Please try again.',
    handle: ({ services, actor, params, body }) => updatePrompt(services, actor, { ...body, id: params.id }),
  }),
  DELETE: call({
    summary: 'Deletes your prompt and its versions; copies others made stay theirs',
    access: 'signed-in',
    apiKey: 'prompts',
    params: promptParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors,
    handle: ({ services, actor, params }) => deletePrompt(services, actor, params.id),
  }),
});
