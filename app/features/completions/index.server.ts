export {
  completePrompt,
  COMPLETE_ENDPOINT,
  type Caller,
  type CompletionDeps,
  type SpendCaps,
} from './complete-prompt.server';
export { completeForRun, RUN_ENDPOINT, type RunCall } from './complete-for-run.server';
export { createCatalogue, type Catalogue } from './catalogue.server';
export { createRunningCalls, type RunningCalls } from './running-calls.server';
export { streamReply } from './stream-reply.server';
export { findOperation, stopOperation } from './find-operation.server';
export { listModels, type ListedModel, type ListedProvider } from './list-models.server';
export { seedModels } from './seed-models.server';
export { completeRequestSchema, idempotencyKeySchema, type CompleteRequest } from './schema';
export { planOf, limitsOf, FREE_SENDS_PER_DAY, DEFAULT_MAX_OUTPUT_TOKENS } from './entitlements';
export type { Answer, CompletionReply } from './answer';
