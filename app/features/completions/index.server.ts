export * from './contract';
export { completePrompt, runCompletion, type CompletionJob, type Send } from './complete-prompt.server';
export {
  completeForRun,
  RUN_ENDPOINT,
  findStoredCompletion,
  type RunCompletionRequest,
} from './complete-for-run.server';
export { optimizePrompt } from './optimize-prompt.server';
export { preflightCost } from './preflight-cost.server';
export type { PaidCompletion, ToolState } from './pay-for-completion.server';
export {
  createCatalogue,
  maxUsage,
  type Catalogue,
  type RetiredModel,
  type TranscriptionModel,
} from './catalogue.server';
export { DEMO_PROVIDER, findReplyThatEndedDemo } from './demo.server';
export { currentPrices, priceInForce, pricesAt } from './prices-in-force.server';
export { freeModelNames, shownModels } from './shown-models.server';
export { ENDING_NOTICE_DAYS, listEndingModels, type EndingModel } from './ending-models.server';
export { endsSoon, isAskedAtVendor, markRetired, successorOf } from './retired-models.server';
export { findSetUpProvider } from './find-provider.server';
export { chooseModel, planMessages, type ModelAndPlan, type QuestionMessage } from './plan-completion.server';
export { refuseTooLong } from './messages.server';
export { pictureOf } from './read-attachments.server';
export type { CompletionsDeps } from './deps.server';
export {
  describeUncharged,
  explainFailure,
  writeOffEmptyCompletion,
  reasonOf,
} from './failed-completions.server';
export { listModelChoices, listModels, listModelsFor } from './list-models.server';
export {
  createRunningCompletions,
  concurrencyLimitReached,
  type RunningCompletions,
} from './running-completions.server';
export { isShutdown, serverStoppingError, stopErrorOf } from './stop-reasons';
export { streamCompletion } from './stream-completion.server';
export { findOperation, stopOperation } from './find-operation.server';
export { quoteVendor, readVendorDetails, sweepVendorDetails } from './vendor-details.server';
export { referenceModelData, referenceRule, seedModels } from './seed-models.server';
export {
  DEFAULT_MAX_OUTPUT_TOKENS,
  FREE_OPTIMIZATIONS_PER_DAY,
  FREE_PLAN_LIMITS,
  FREE_SENDS_PER_DAY,
  planLimitsOf,
  readOutputOverride,
  readSpendCaps,
} from './completion-limits.server';
export * from './schema';
export type { CompletionsServices } from './deps.server';
export { findPayingKey } from './paying-key.server';
